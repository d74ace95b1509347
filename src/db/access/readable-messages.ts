import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { messageColumns } from '../engine/row-columns'
import { isReadableBy } from './message-conditions'
import type { Reader } from './rule'
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
