import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { Alias } from '../access/message-conditions'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import { isKnownTo } from '../access/rule'
import type { Reader } from '../access/rule'
import type { TopicVisibility, UserRow } from '../schema'
import type { Role } from '../../../shared/rules/roles'
import type { TopicKey } from '../messages/edits'

/**
 * Whether a reader has muted a message: its topic, or its stream without an exception for the
 * topic. False for private messages.
 * Source: docs/protocol/history.md#muted-narrow.
 */
export function isMutedFor(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`coalesce(
    (select ut.visibility_policy = ${topicPolicies.muted} from user_topics ut
      where ${isTopicOf(reader, alias)}),
    (select sub.is_muted from subscriptions sub
      where sub.realm_id = ${reader.realm_id} and sub.user_id = ${reader.id}
        and sub.stream_id = ${m}.stream_id and sub.active),
    false)`
}

/** Whether a reader follows the topic of a message. */
export function isFollowedFor(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from user_topics ut
    where ${isTopicOf(reader, alias)} and ut.visibility_policy = ${topicPolicies.followed})`
}

/** Whether a row `ut` of `user_topics` belongs to the reader and the topic of a message. */
function isTopicOf(reader: Reader, alias: Alias): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`(ut.realm_id = ${reader.realm_id} and ut.user_id = ${reader.id}
    and ut.stream_id = ${m}.stream_id and ut.topic_key = fold_case(${m}.topic))`
}

export interface UserTopic {
  stream_id: number
  topic: string
  visibility_policy: TopicVisibility
  updated_at: Date
}

export interface MutedTopic {
  topic: string
  updated_at: Date
  stream_name: string
}

/** Users' muted topics in streams they may know, with the stream names. */
export async function listMutedTopics(
  db: Queryable,
  realmId: number,
  users: readonly Pick<UserRow, 'id' | 'role'>[],
): Promise<(MutedTopic & { user_id: number })[]> {
  const user = {
    // Without the cast, PostgreSQL cannot infer the type in the subquery for groups.
    realm_id: sql<number>`${realmId}::bigint`,
    id: sql<number>`muter.id`,
    role: sql<Role>`muter.role`,
  }
  const stream = { id: sql<number>`streams.id`, isPrivate: sql<boolean>`streams.invite_only` }
  const result = await sql<MutedTopic & { user_id: number }>`
    select ut.user_id, ut.topic, ut.updated_at, streams.name as stream_name
    from ${rowsAs('muter', users, { id: 'bigint', role: 'smallint' })}
    join user_topics ut on ut.realm_id = ${realmId} and ut.user_id = muter.id
    join streams on streams.realm_id = ut.realm_id and streams.id = ut.stream_id
    where ut.visibility_policy = ${topicPolicies.muted} and streams.deactivated_at is null
      and ${isKnownTo(user, stream)}
    order by ut.user_id, ut.stream_id, ut.topic_key collate "C"`.execute(db)
  return result.rows
}

/** One topic of one user. */
export interface UserTopicKey {
  realmId: number
  userId: number
  streamId: number
  topic: string
}

/** A user's visibility policy for a topic, ignoring case; 0 for none. */
export async function findTopicVisibility(
  db: Queryable,
  { realmId, userId, streamId, topic }: UserTopicKey,
): Promise<TopicVisibility | 0> {
  const row = await db
    .selectFrom('user_topics')
    .select('visibility_policy')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .where('topic_key', '=', sql<string>`fold_case(${topic})`)
    .executeTakeFirst()
  return row?.visibility_policy ?? topicPolicies.none
}

/** Number of topics for which a user has a visibility policy. */
export async function countUserTopics(
  db: Queryable,
  { realmId, userId }: Pick<UserTopicKey, 'realmId' | 'userId'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('user_topics')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function upsertUserTopic(
  tx: Tx,
  { realmId, userId, streamId, topic }: UserTopicKey,
  visibility: TopicVisibility,
): Promise<void> {
  await sql`
    insert into user_topics
      (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
    values (${realmId}, ${userId}, ${streamId}, fold_case(${topic}), ${topic}, ${visibility}, ${tx.now})
    on conflict (realm_id, user_id, stream_id, topic_key) do update
      set topic = excluded.topic, visibility_policy = excluded.visibility_policy,
        updated_at = excluded.updated_at`.execute(tx)
}

export async function deleteUserTopic(
  tx: Tx,
  { realmId, userId, streamId, topic }: UserTopicKey,
): Promise<void> {
  await tx
    .deleteFrom('user_topics')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .where('topic_key', '=', sql<string>`fold_case(${topic})`)
    .execute()
}

/*
 * Visibility policies of many users for one topic. Changes on behalf of others hold the lock of
 * `lockForMove`, for which users' own changes wait.
 */

export interface VisibilityOfUser {
  user_id: number
  visibility_policy: TopicVisibility
}

/** Users' visibility policies for a topic, by user. */
export async function listTopicVisibilities(
  tx: Tx,
  realmId: number,
  { streamId, topic }: TopicKey,
): Promise<VisibilityOfUser[]> {
  return tx
    .selectFrom('user_topics')
    .select(['user_id', 'visibility_policy'])
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('topic_key', '=', sql<string>`fold_case(${topic})`)
    .orderBy('user_id')
    .execute()
}

export async function deleteTopicVisibilities(
  tx: Tx,
  realmId: number,
  { streamId, topic }: TopicKey,
  userIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('user_topics')
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('topic_key', '=', sql<string>`fold_case(${topic})`)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .execute()
}

export async function upsertTopicVisibilities(
  tx: Tx,
  realmId: number,
  { streamId, topic }: TopicKey,
  visibilities: readonly VisibilityOfUser[],
): Promise<void> {
  const columns = { user_id: 'bigint', visibility_policy: 'smallint' } as const
  await sql`
    insert into user_topics
      (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
    select ${realmId}, user_id, ${streamId}, fold_case(${topic}), ${topic}, visibility_policy, ${tx.now}
    from ${rowsAs('wanted', visibilities, columns)}
    on conflict (realm_id, user_id, stream_id, topic_key) do update
      set topic = excluded.topic, visibility_policy = excluded.visibility_policy,
        updated_at = excluded.updated_at`.execute(tx)
}
