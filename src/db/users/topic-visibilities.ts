import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { TopicKey } from '../messages/edits'
import type { TopicVisibility } from '../schema'

/*
 * What many users want to see of one topic. Whoever changes it for others than the requester holds the
 * lock of `lockForMove`, which those who choose for themselves wait for.
 */

export interface VisibilityOfUser {
  user_id: number
  visibility_policy: TopicVisibility
}

/** What users have said of a topic, by user. */
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
    .where('topic_key', '=', sql<string>`lower(${topic})`)
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
    .where('topic_key', '=', sql<string>`lower(${topic})`)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .execute()
}

export async function upsertTopicVisibilities(
  tx: Tx,
  realmId: number,
  { streamId, topic }: TopicKey,
  visibilities: readonly VisibilityOfUser[],
  now: Date,
): Promise<void> {
  const columns = { user_id: 'bigint', visibility_policy: 'smallint' } as const
  await sql`
    insert into user_topics
      (realm_id, user_id, stream_id, topic_key, topic, visibility_policy, updated_at)
    select ${realmId}, user_id, ${streamId}, lower(${topic}), ${topic}, visibility_policy, ${now}
    from ${rowsAs('wanted', visibilities, columns)}
    on conflict (realm_id, user_id, stream_id, topic_key) do update
      set topic = excluded.topic, visibility_policy = excluded.visibility_policy,
        updated_at = excluded.updated_at`.execute(tx)
}
