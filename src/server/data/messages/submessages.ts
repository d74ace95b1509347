import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { SubmessageRow } from '../schema'

export async function insertSubmessage(
  tx: Tx,
  submessage: Omit<SubmessageRow, 'id'>,
): Promise<SubmessageRow> {
  const { id } = await tx
    .insertInto('submessages')
    .values(submessage)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...submessage, id }
}

/** Total bytes of the submessages of a message. */
export async function measureSubmessages(
  db: Queryable,
  realmId: number,
  messageId: number,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(content)), 0)::bigint as bytes
    from submessages where realm_id = ${realmId} and message_id = ${messageId}`.execute(db)
  return rows[0]?.bytes ?? 0
}
