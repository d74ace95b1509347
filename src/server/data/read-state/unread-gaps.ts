import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { notPrepared } from '../engine/planning'
import { rowsAs } from '../engine/rows'
import { idsInPeriods } from '../access/rule'
import type { NamedReceiver, Reader } from '../access/rule'
import type { Named } from '../engine/named'
import type { TopicKey } from '../messages/edits'

/*
 * Gaps: ids that a user received in streams, minus the read ids of these streams. Read states of
 * topics may cover more. See docs/read-state.md.
 */

/** Messages between two ids: from `first_id` up to, not including, `end_id`. */
export interface Gap {
  stream_id: number
  first_id: number
  end_id: number
}

/** Ids from `floor` up to, not including, `ceiling`. */
export interface IdRange {
  floor: number
  ceiling: number
}

/** Received and unread ids, one set `ids` per stream. */
function receivedAndUnread(
  { realm_id: realmId, id: userId }: NamedReceiver,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select subscriptions.stream_id,
      ${idsInPeriods} - subscriptions.read as ids
    from subscriptions
    join subscription_periods period on period.realm_id = ${realmId}
      and period.user_id = ${userId} and period.stream_id = subscriptions.stream_id
    where subscriptions.realm_id = ${realmId} and subscriptions.user_id = ${userId}
      and subscriptions.active and ${condition}
    group by subscriptions.stream_id, subscriptions.read`
}

/**
 * Gaps of some streams of a reader.
 *
 * @param streams a condition on `subscriptions`
 */
export async function listGaps(
  db: Queryable,
  reader: Reader,
  streams: RawBuilder<unknown>,
): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    select stream_id, lower(gap) as first_id,
      coalesce(upper(gap), ${Number.MAX_SAFE_INTEGER}) as end_id
    from (${receivedAndUnread(reader, streams)}) unread, unnest(unread.ids) as gap`.execute(db)
  return rows
}

/**
 * Gaps of all streams, up to the newest message of each; none for a reader without unread messages.
 */
export function writtenGapsOf(reader: NamedReceiver): RawBuilder<Gap> {
  return sql`
    select unread.stream_id, lower(gap) as first_id, upper(gap) as end_id
    from (${receivedAndUnread(reader, sql`true`)}) unread,
      lateral (
        select m.id from messages m
        where m.realm_id = ${reader.realm_id} and m.stream_id = unread.stream_id
        order by m.id desc limit 1
      ) newest,
      unnest(unread.ids * int8multirange(int8range(null, newest.id + 1))) as gap`
}

/** The parts of gaps inside a range. */
export function cutGaps(gaps: readonly Gap[], { floor, ceiling }: IdRange): Gap[] {
  return gaps
    .filter((gap) => gap.first_id < ceiling && gap.end_id > floor)
    .map((gap) => ({
      ...gap,
      first_id: Math.max(gap.first_id, floor),
      end_id: Math.min(gap.end_id, ceiling),
    }))
}

/**
 * The messages in gaps, as `m`: one index range per gap, or, if the gaps span more ids than the
 * range, one pass through all messages of the range. Not prepared, so that the planner sees the
 * number of gaps.
 */
export function messagesInGaps(
  realmId: number,
  gaps: readonly Gap[],
  { floor, ceiling }: IdRange,
): RawBuilder<unknown> {
  const columns = { stream_id: 'bigint', first_id: 'bigint', end_id: 'bigint' } as const
  const isInGap = sql`m.realm_id = ${realmId} and m.stream_id = gap.stream_id
    and m.id >= gap.first_id and m.id < gap.end_id`
  const span = gaps.reduce((sum, { first_id, end_id }) => sum + end_id - first_id, 0)
  return sql`${notPrepared} ${rowsAs('gap', gaps, columns)}
    join ${
      span < ceiling - floor
        ? sql`lateral (select * from messages m where ${isInGap} offset 0) m on true`
        : sql`messages m on ${isInGap} and m.id >= ${floor} and m.id < ${ceiling}`
    }`
}

/*
 * The unread messages of one topic or stream, as part of a statement that marks them as read: one
 * row with the array `ids`, ascending. See docs/read-state.md.
 */

/** Max unread messages, the newest, that a client is told of at registration. */
export const maxUnreadTold = 50_000

/**
 * Unread ids of a topic, looked up in the gaps that neither the stream nor the topic covers. An
 * archived stream has none.
 */
export function unreadIdsOfTopic(
  reader: NamedReceiver,
  { streamId, topic }: { [Key in keyof TopicKey]: Named<TopicKey[Key]> },
): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  const isLive = sql`exists (
    select from streams
    where streams.realm_id = ${realmId} and streams.id = ${streamId} and deactivated_at is null)`
  const isWanted = sql`subscriptions.stream_id = ${streamId} and ${isLive}`
  return newestOf(sql`
    select m.id
    from (${receivedAndUnread(reader, isWanted)}) unread
    left join topic_read_states state on state.realm_id = ${realmId} and state.user_id = ${userId}
      and state.stream_id = ${streamId} and state.topic_key = fold_case(${topic}),
    ${messagesOf(
      reader,
      sql`unread.ids - coalesce(state.read, '{}')`,
      sql`
      m.stream_id = ${streamId} and fold_case(m.topic) = fold_case(${topic})`,
    )}`)
}

/**
 * Unread ids of a stream, looked up in its gaps and then checked against the read states of topics.
 */
export function unreadIdsOfStream(reader: Reader, streamId: number): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  return newestOf(sql`
    select m.id
    from (${receivedAndUnread(reader, sql`subscriptions.stream_id = ${streamId}`)}) unread,
    ${messagesOf(reader, sql`unread.ids`, sql`m.stream_id = ${streamId}`)}
    where not exists (
      select from topic_read_states state
      where state.realm_id = ${realmId} and state.user_id = ${userId}
        and state.stream_id = ${streamId} and state.topic_key = fold_case(m.topic)
        and state.read @> m.id)`)
}

/**
 * The messages in gaps that meet a condition, as `m`, except those the reader has read as their
 * sender.
 */
function messagesOf(
  { realm_id: realmId, id: userId }: NamedReceiver,
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

/**
 * The newest of the ids, computed once: `offset 0` keeps PostgreSQL from repeating the subquery for
 * each reference.
 */
function newestOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ids[greatest(cardinality(ids) - ${maxUnreadTold} + 1, 1):] as ids
    from (select array(${ids} order by id) as ids offset 0) found`
}
