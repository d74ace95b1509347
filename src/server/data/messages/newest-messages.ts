import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { wasSubscribed } from '../access/message-conditions'
import { isInPeriod } from '../access/rule'
import type { Receiver } from '../access/rule'
import { fixedStatement } from '../engine/fixed-statement'
import { unseenArray } from '../engine/planning'

const lastSentIds = fixedStatement<{ id: number }, NameInput>(
  ['realmIds', 'userIds'],
  (wanted) => sql`
    select coalesce((
      select id from messages
      where realm_id = wanted.realm_id and sender_id = wanted.user_id
      order by id desc limit 1
    ), -1) as id
    from ${rowsOfWanted(wanted)}
    order by position`,
)

/** Ids of the newest message each user sent, -1 for none, in the order of the users. */
export async function listLastSentIds(
  db: Queryable,
  users: readonly { realmId: number; userId: number }[],
): Promise<number[]> {
  const rows = await lastSentIds(db, wantedUsers(users))
  return rows.map((row) => row.id)
}

const lastReceivedIds = fixedStatement<{ id: number }, NameInput>(
  ['realmIds', 'userIds'],
  (wanted) => sql`
    select ${selectLastReceivedId(sql.ref('wanted.realm_id'), sql.ref('wanted.user_id'))} as id
    from ${rowsOfWanted(wanted)}
    order by position`,
)

/**
 * Ids of the newest message in each user's own history, in the order of the users: private
 * conversations, and streams while they were subscribed. One index probe per stream and
 * conversation; -1 for none.
 */
export async function listLastReceivedIds(
  db: Queryable,
  users: readonly { realmId: number; userId: number }[],
): Promise<number[]> {
  const rows = await lastReceivedIds(db, wantedUsers(users))
  return rows.map((row) => row.id)
}

/** The id of the newest message in a user's own history, as an expression. */
export function selectLastReceivedId(
  realmId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql`coalesce((
    select max(newest.id) from (
      select (
        select id from messages
        where realm_id = ${realmId} and stream_id = period.stream_id
          and ${isInPeriod(sql`id`)}
        order by id desc limit 1
      ) as id
      from subscription_periods period
      where period.realm_id = ${realmId} and period.user_id = ${userId}
      union all
      select (
        select id from messages
        where realm_id = ${realmId} and dm_group_id = member.dm_group_id
        order by id desc limit 1
      )
      from dm_group_members member
      where member.realm_id = ${realmId} and member.user_id = ${userId}
    ) newest
  ), -1)`
}

type NameInput = 'realmIds' | 'userIds'

function wantedUsers(
  users: readonly { realmId: number; userId: number }[],
): Record<NameInput, number[]> {
  return {
    realmIds: users.map(({ realmId }) => realmId),
    userIds: users.map(({ userId }) => userId),
  }
}

function rowsOfWanted({ realmIds, userIds }: Record<NameInput, RawBuilder<unknown>>) {
  return sql`unnest(${unseenArray(realmIds)}, ${unseenArray(userIds)})
    with ordinality as wanted (realm_id, user_id, position)`
}

/** The senders of this many newest messages of a topic count as its participants. */
const topicMessagesLookedAt = 1_000

/** Ids of the senders of the newest messages of a topic. */
export async function listTopicSenderIds(
  db: Queryable,
  realmId: number,
  streamId: number,
  topic: string,
): Promise<number[]> {
  const { rows } = await sql<{ sender_id: number }>`
    select distinct sender_id from (
      select sender_id from messages
      where realm_id = ${realmId} and stream_id = ${streamId} and fold_case(topic) = fold_case(${topic})
      order by id desc limit ${topicMessagesLookedAt}
    ) newest`.execute(db)
  return rows.map((row) => row.sender_id)
}

/** Ids of the users who sent the newest messages of a topic, or reacted to them. */
export async function listTopicParticipantIds(
  db: Queryable,
  realmId: number,
  streamId: number,
  topic: string,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with newest as materialized (
      select id, sender_id from messages
      where realm_id = ${realmId} and stream_id = ${streamId} and fold_case(topic) = fold_case(${topic})
      order by id desc limit ${topicMessagesLookedAt}
    )
    select sender_id as user_id from newest
    union
    select user_id from reactions
    where realm_id = ${realmId} and message_id in (select id from newest)`.execute(db)
  return rows.map((row) => row.user_id)
}

export interface TopicSummary {
  name: string
  max_id: number
}

const maxListedTopics = 10_000

/**
 * Topics of a stream, newest message first, spelled as in that message; max 10,000. Skips from
 * topic to topic along the index: one probe per topic, whatever the number of messages.
 * @param receiver count only messages written while this user was subscribed; absent: all
 */
export async function listTopics(
  db: Queryable,
  realmId: number,
  streamId: number,
  receiver?: Receiver,
): Promise<TopicSummary[]> {
  const counts = receiver ? wasSubscribed(receiver) : sql`true`
  const newestWhere = (isWanted: RawBuilder<unknown>) => sql`(
    select fold_case(topic) as key, topic as name, id as max_id from messages
    where realm_id = ${realmId} and stream_id = ${streamId} and ${isWanted}
      and ${counts}
    order by fold_case(topic), id desc limit 1)`
  const result = await sql<TopicSummary>`
    with recursive topics as (
      ${newestWhere(sql`fold_case(topic) >= ''`)}
      union all
      select next.* from topics, lateral ${newestWhere(sql`fold_case(topic) > topics.key`)} next
    )
    select name, max_id from topics
    order by max_id desc limit ${sql.lit(maxListedTopics)}`.execute(db)
  return result.rows
}

/** Ids of the newest messages of topics, in their order; null for a topic without messages. */
export async function listNewestOfTopics(
  db: Queryable,
  realmId: number,
  topics: readonly { streamId: number; topic: string }[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    select (
      select id from messages
      where realm_id = ${realmId} and stream_id = wanted.stream_id
        and fold_case(topic) = fold_case(wanted.topic)
      order by id desc limit 1
    ) as id
    from unnest(
      ${topics.map(({ streamId }) => streamId)}::bigint[],
      ${topics.map(({ topic }) => topic)}::text[]
    ) with ordinality as wanted (stream_id, topic, position)
    order by position`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether a stream has messages with a topic other than the empty one. One index probe. */
export async function hasNamedTopics(
  db: Queryable,
  realmId: number,
  streamId: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from messages
      where realm_id = ${realmId} and stream_id = ${streamId} and fold_case(topic) > ''
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Whether a topic of a stream has a message; case does not count. */
export async function hasTopic(
  db: Queryable,
  realmId: number,
  streamId: number,
  topic: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from messages
      where realm_id = ${realmId} and stream_id = ${streamId} and fold_case(topic) = fold_case(${topic})
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Number of messages per stream in the last 28 days; omits streams without any. */
export async function countRecentMessages(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<Map<number, number>> {
  if (streamIds.length === 0) return new Map()
  const result = await sql<{ stream_id: number; count: number }>`
    select stream_id, count(sent_at) as count from messages
    where realm_id = ${realmId} and stream_id = any(${[...streamIds]}::bigint[])
      and sent_at > now() - interval '28 days'
    group by stream_id`.execute(db)
  return new Map(result.rows.map((row) => [row.stream_id, row.count]))
}

/** Time of the newest message per stream; omits streams without any. One index probe per stream. */
export async function listLastSentAt(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<Map<number, Date>> {
  if (streamIds.length === 0) return new Map()
  const result = await sql<{ stream_id: number; sent_at: Date }>`
    select wanted.id as stream_id, newest.sent_at
    from unnest(${unseenArray([...streamIds])}) as wanted (id), lateral (
      select sent_at from messages
      where realm_id = ${realmId} and stream_id = wanted.id
      order by id desc limit 1
    ) newest`.execute(db)
  return new Map(result.rows.map((row) => [row.stream_id, row.sent_at]))
}
