import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { isReadableBy } from './conditions'
import type { Reader } from './rule'
import type { MessageRow } from '../schema'

/** Of a message: all but the words that searches look at. */
export const messageColumns = sql`realm_id, id, sender_id, stream_id, dm_group_id, topic, content,
  rendered_content, is_me_message, client, sent_at, read_by_sender, mentions_everybody, has_link,
  has_image, has_attachment, is_widget, last_edited_at`

/** Those of the messages that a reader may read, by ascending id. */
export async function listReadableMessages(
  db: Queryable,
  reader: Reader,
  messageIds: readonly number[],
): Promise<MessageRow[]> {
  if (messageIds.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages
    where realm_id = ${reader.realm_id} and id = any(${[...messageIds]}::bigint[])
      and ${isReadableBy(reader)}
    order by id`.execute(db)
  return rows
}
