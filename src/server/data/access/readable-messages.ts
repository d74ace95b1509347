import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { messageColumns } from '../engine/row-columns'
import { isReadableBy, isReceivedBy } from './message-conditions'
import type { Reader, Receiver } from './rule'
import type { MessageRow } from '../schema'

/** The messages with these ids that a reader may read, by ascending id. */
export async function listReadableMessages(
  db: Queryable,
  reader: Reader,
  messageIds: readonly number[],
): Promise<MessageRow[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('messages')
    .select(messageColumns)
    .where('realm_id', '=', reader.realm_id)
    .where(sql<boolean>`id = any(${[...messageIds]}::bigint[])`)
    .where(isReadableBy(reader))
    .orderBy('id')
    .execute()
}

/** The readable subset of some message ids, ascending. */
export async function listReadableIds(
  db: Queryable,
  reader: Reader,
  messageIds: readonly number[],
): Promise<number[]> {
  if (messageIds.length === 0) return []
  const readable = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', reader.realm_id)
    .where(sql<boolean>`id = any(${[...messageIds]}::bigint[])`)
    .where(isReadableBy(reader))
    .orderBy('id')
    .execute()
  return readable.map(({ id }) => id)
}

/** Whether a message is in a user's own history. */
export async function isInHistory(
  db: Queryable,
  receiver: Receiver,
  messageId: number,
): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (
      select from messages
      where realm_id = ${receiver.realm_id} and id = ${messageId} and ${isReceivedBy(receiver)}
    ) as found`.execute(db)
  return result.rows[0]?.found ?? false
}
