import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BareTx, Queryable } from './database'

/** The state of the database as far as events go. See docs/decisions/0024-epochs.md. */
export interface DatabaseEpoch {
  /** Random; replaced whenever events were written since. */
  epoch: string
  /** The epoch before. */
  previous: string | null
  /** Whether events were written since the epoch began. */
  isOver: boolean
}

/** The epoch; undefined before the first one. */
export async function readEpoch(db: Queryable): Promise<DatabaseEpoch | undefined> {
  const { rows } = await sql<DatabaseEpoch>`
    select epoch, previous, position <> (select last_value from outbox_id_seq) as "isOver"
    from database_epochs`.execute(db)
  return rows[0]
}

/** The epoch, locked until the transaction ends; begins the first one. */
export async function lockEpoch(tx: BareTx): Promise<DatabaseEpoch> {
  await sql`
    insert into database_epochs (epoch, position)
    select ${randomUUID()}::uuid, last_value from outbox_id_seq on conflict do nothing`.execute(tx)
  await sql`select from database_epochs for update`.execute(tx)
  const epoch = await readEpoch(tx)
  if (!epoch) throw new Error('The epoch of the database is gone.')
  return epoch
}

/** Begins an epoch. The caller has locked the one before. */
export async function beginEpoch(tx: BareTx, epoch: string): Promise<void> {
  await sql`
    update database_epochs set previous = epoch, epoch = ${epoch}::uuid,
      position = (select last_value from outbox_id_seq)`.execute(tx)
}
