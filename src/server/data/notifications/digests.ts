import { sql } from 'kysely'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import { isKnownTo } from '../access/rule'
import type { Queryable } from '../engine/database'
import type { Role } from '../../../shared/rules/roles'

/* The contents of digests. All queries are about a batch of recipients or a batch of streams. */

/** Max messages of a stream that count, the newest. */
const messagesPerStream = 20_000
/** Max topics of a stream by each of the two orders; people mute some of them. */
const topicsPerOrder = 10
/** Max participants that are named, and messages that are shown. */
const mostNamed = 10
const mostShown = 2
/** Max new streams of an organization that are looked at. */
const mostNewStreams = 200

/**
 * People who may get a digest: without a use of a session since a time, and with an older account.
 * @param after id of the last account that was looked at
 */
export async function listDigestCandidates(
  db: Queryable,
  realmId: number,
  { after, since, most }: { after: number; since: Date; most: number },
): Promise<{ id: number; is_away: boolean }[]> {
  const { rows } = await sql<{ id: number; is_away: boolean }>`
    select u.id, u.date_joined < ${since} and not exists (
        select from sessions
        where sessions.realm_id = u.realm_id and sessions.user_id = u.id
          and sessions.last_used_at >= ${since}
      ) and not exists (
        select from bounced_addresses bounced
        where bounced.realm_id = u.realm_id
          and bounced.address = lower(coalesce(u.delivery_email, u.email))
          and bounced.undeliverable_at is not null
      ) as is_away
    from users u
    where u.realm_id = ${realmId} and u.id > ${after} and not u.is_bot and u.deactivated_at is null
    order by u.id limit ${most}`.execute(db)
  return rows
}

/** A stream with messages since a time, to which a recipient is subscribed. */
export interface DigestSubscription {
  user_id: number
  stream_id: number
  stream_name: string
  is_muted: boolean
  /** Only later messages are readable; -1: all. */
  readable_after: number
}

/** The subscriptions of people to streams in which somebody has written since a time. */
export async function listDigestSubscriptions(
  db: Queryable,
  realmId: number,
  { userIds, since }: { userIds: readonly number[]; since: Date },
): Promise<DigestSubscription[]> {
  const { rows } = await sql<DigestSubscription>`
    with busy as materialized (
      select streams.id, name, history_public_to_subscribers as shares_past from streams
      where realm_id = ${realmId} and deactivated_at is null and exists (
        select from messages m
        where m.realm_id = ${realmId} and m.stream_id = streams.id and m.sent_at >= ${since})
    )
    select tie.user_id, tie.stream_id, busy.name as stream_name, tie.is_muted,
      case when busy.shares_past then -1 else coalesce((
        select max(from_message_id) from subscription_periods period
        where period.realm_id = ${realmId} and period.user_id = tie.user_id
          and period.stream_id = tie.stream_id and period.to_message_id is null
      ), ${Number.MAX_SAFE_INTEGER}) end as readable_after
    from busy
    join subscriptions tie on tie.realm_id = ${realmId} and tie.stream_id = busy.id
    where tie.active and tie.user_id = any(${[...userIds]}::bigint[])`.execute(db)
  return rows
}

/** A topic since a time. */
export interface DigestTopic {
  stream_id: number
  topic_key: string
  topic: string
  /** Number of people who wrote, and of their messages. */
  senders: number
  messages: number
  /** All messages, those of bots too. */
  total: number
  first_ids: number[]
  sender_ids: number[]
}

/** The topics of streams since a time: those with most people, and those with most messages. */
export async function listDigestTopics(
  db: Queryable,
  realmId: number,
  { streamIds, since }: { streamIds: readonly number[]; since: Date },
): Promise<DigestTopic[]> {
  if (streamIds.length === 0) return []
  const { rows } = await sql<DigestTopic>`
    with recent as (
      select given.id as stream_id, fold_case(m.topic) as topic_key, m.topic, m.id, m.sender_id,
        not sender.is_bot as is_human
      from unnest(${[...streamIds]}::bigint[]) as given (id)
      cross join lateral (
        select id, topic, sender_id from messages
        where realm_id = ${realmId} and stream_id = given.id and sent_at >= ${since}
        order by sent_at desc limit ${messagesPerStream}
      ) m
      join users sender on sender.realm_id = ${realmId} and sender.id = m.sender_id
    ), topics as (
      select stream_id, topic_key, (array_agg(topic order by id desc))[1] as topic,
        (count(distinct sender_id) filter (where is_human))::int as senders,
        (count(*) filter (where is_human))::int as messages, count(*)::int as total,
        (array_agg(id order by id))[1:${sql.lit(mostShown)}] as first_ids,
        (array_agg(distinct sender_id) filter (where is_human))[1:${sql.lit(mostNamed)}] as sender_ids
      from recent group by stream_id, topic_key
    ), ranked as (
      select *,
        row_number() over (partition by stream_id order by senders desc, messages desc, topic_key)
          as by_senders,
        row_number() over (partition by stream_id order by messages desc, topic_key) as by_length
      from topics where senders > 0
    )
    select stream_id, topic_key, topic, senders, messages, total,
      array_to_json(first_ids) as first_ids, array_to_json(sender_ids) as sender_ids
    from ranked where by_senders <= ${topicsPerOrder} or by_length <= ${topicsPerOrder}`.execute(db)
  return rows
}

/** A choice of a person about a topic. */
export interface DigestPolicy {
  user_id: number
  stream_id: number
  topic_key: string
  is_muted: boolean
}

/** The topics that people have muted, unmuted or followed in some streams. */
export async function listDigestPolicies(
  db: Queryable,
  realmId: number,
  { userIds, streamIds }: { userIds: readonly number[]; streamIds: readonly number[] },
): Promise<DigestPolicy[]> {
  const { rows } = await sql<DigestPolicy>`
    select user_id, stream_id, topic_key,
      visibility_policy = ${sql.lit(topicPolicies.muted)} as is_muted
    from user_topics
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::bigint[])
      and stream_id = any(${[...streamIds]}::bigint[])`.execute(db)
  return rows
}

/** New streams that people may know. */
export async function listNewStreamsOf(
  db: Queryable,
  realmId: number,
  { userIds, since }: { userIds: readonly number[]; since: Date },
): Promise<{ user_id: number; id: number; name: string }[]> {
  const user = {
    realm_id: realmId,
    id: sql.ref<number>('u.id'),
    role: sql.ref<Role>('u.role'),
  }
  const stream = {
    id: sql.ref<number>('fresh.id'),
    isPrivate: sql.ref<boolean>('fresh.invite_only'),
  }
  const { rows } = await sql<{ user_id: number; id: number; name: string }>`
    with fresh as materialized (
      select id, name, invite_only from streams
      where realm_id = ${realmId} and created_at >= ${since} and deactivated_at is null
      order by id desc limit ${mostNewStreams}
    )
    select u.id as user_id, fresh.id, fresh.name
    from users u cross join fresh
    where u.realm_id = ${realmId} and u.id = any(${[...userIds]}::bigint[])
      and ${isKnownTo(user, stream)}
    order by fresh.id`.execute(db)
  return rows
}

/** The writer of a message, with the ids of users who muted them. */
export interface DigestPerson {
  id: number
  full_name: string
  muter_ids: number[]
}

export async function listDigestPeople(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<DigestPerson[]> {
  return db
    .selectFrom('users')
    .select(['id', 'full_name', 'muter_ids'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}
