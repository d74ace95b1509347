import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Reader } from '../access/rule'
import type { TopicKey } from '../messages/edits'
import { receivedAndUnread } from './unread-gaps'

/*
 * Which messages of one place are unread, as part of a statement that marks them as read: one row
 * with the array `ids`, ascending. See docs/read-state.md.
 */

/** Nobody has been told of older unread messages than the newest so many. */
export const maxUnreadTold = 50_000

/** What neither the stream nor the topic says is read is looked up, gap by gap. */
export function unreadIdsOfTopic(
  reader: Reader,
  { streamId, topic }: TopicKey,
): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  return newestOf(sql`
    select m.id
    from (${receivedAndUnread(reader, sql`subscriptions.stream_id = ${streamId}`)}) unread
    left join topic_read_states state on state.realm_id = ${realmId} and state.user_id = ${userId}
      and state.stream_id = ${streamId} and state.topic_key = lower(${topic}),
    ${messagesOf(
      reader,
      sql`unread.ids - coalesce(state.read, '{}')`,
      sql`
      m.stream_id = ${streamId} and lower(m.topic) = lower(${topic})`,
    )}`)
}

/** What the stream does not say is read is looked up, and then what topics say of it. */
export function unreadIdsOfStream(reader: Reader, streamId: number): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  return newestOf(sql`
    select m.id
    from (${receivedAndUnread(reader, sql`subscriptions.stream_id = ${streamId}`)}) unread,
    ${messagesOf(reader, sql`unread.ids`, sql`m.stream_id = ${streamId}`)}
    where not exists (
      select from topic_read_states state
      where state.realm_id = ${realmId} and state.user_id = ${userId}
        and state.stream_id = ${streamId} and state.topic_key = lower(m.topic)
        and state.read @> m.id)`)
}

/** The messages of a place in gaps, as `m`, except what the reader has read as its sender. */
function messagesOf(
  { realm_id: realmId, id: userId }: Reader,
  gaps: RawBuilder<unknown>,
  isThere: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`unnest(${gaps}) as gap, lateral (
      select m.id, m.topic from messages m
      where m.realm_id = ${realmId} and ${isThere} and m.id >= lower(gap)
        and m.id < coalesce(upper(gap), ${Number.MAX_SAFE_INTEGER})
        and not (m.read_by_sender and m.sender_id = ${userId})
      order by m.id
    ) m`
}

/** They are found once: without `offset 0`, once for each place that names them. */
function newestOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ids[greatest(cardinality(ids) - ${maxUnreadTold} + 1, 1):] as ids
    from (select array(${ids} order by id) as ids offset 0) found`
}
