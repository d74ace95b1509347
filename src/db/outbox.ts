import { sql } from 'kysely'
import { rememberOutboxEntries } from './written'
import type { Queryable, Tx } from './database'
import type { OutboxEntry } from './written'

export interface NewOutboxRow {
  /** Turned into JSON text; nothing in the database looks inside. */
  body: unknown
  /** Whether it tells of a change of state, which must not overtake another one. */
  inOrder: boolean
}

/** Writes events that the transaction owes to clients, in their order. One statement. */
export async function insertOutboxRows(
  tx: Tx,
  realmId: number,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  if (rows.length === 0) return
  const bodies = rows.map((row) => JSON.stringify(row.body))
  const inOrder = rows.map((row) => row.inOrder)
  // `behind`: others have committed changes of state that clients have not been told of yet.
  const inserted = await sql<{ id: number; behind: boolean; transaction_id: string }>`
    insert into outbox (realm_id, body, in_order)
    select ${realmId}, body, in_order
    from unnest(${bodies}::text[], ${inOrder}::boolean[])
      with ordinality as new_row (body, in_order, position)
    order by position
    returning id, exists (
      select from outbox earlier where earlier.realm_id = ${realmId} and earlier.in_order
    ) as behind, pg_current_xact_id()::text as transaction_id`.execute(tx)
  const behind = inserted.rows.some((row) => row.behind)
  const ids = inserted.rows.map((row) => row.id).sort((a, b) => a - b)
  rememberOutboxEntries(
    tx,
    rows.map((row, index) => ({
      realmId,
      outboxId: ids[index] as number,
      body: row.body,
      inOrder: row.inOrder || behind,
    })),
    inserted.rows[0]?.transaction_id as string,
  )
}

/** Rows of a realm that nobody has relayed, oldest first, locked until the transaction ends. */
export async function lockOutboxRows(
  tx: Tx,
  realmId: number,
  atMost: number,
): Promise<OutboxEntry[]> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'body', 'in_order'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .limit(atMost)
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    realmId,
    outboxId: row.id,
    body: JSON.parse(row.body) as unknown,
    inOrder: row.in_order,
  }))
}

export async function deleteOutboxRows(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from outbox where realm_id = ${realmId} and id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
}

/** Realms with rows older than `seconds`: their worker died, or the queues were away. */
export async function listRealmsWithStaleRows(db: Queryable, seconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('realm_id')
    .distinct()
    .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute()
  return rows.map((row) => row.realm_id)
}

/**
 * Moves the ids of future rows up to the current time in microseconds, which no numbering can
 * outrun. Queues take ids that they have seen for repetitions; so when a database is made anew or
 * an older state of it restored, its rows must not be numbered as others were before.
 */
export async function advanceOutboxIds(db: Queryable): Promise<void> {
  await sql`
    select setval('outbox_id_seq', greatest(
      last_value, (extract(epoch from clock_timestamp()) * 1000000)::bigint))
    from outbox_id_seq`.execute(db)
}

/** Rows waiting to be relayed, over all realms. */
export async function countOutboxRows(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
