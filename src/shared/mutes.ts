import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { MutedUser } from '../server/data/users/muted-users'
import type { MutedTopic, UserTopic } from '../server/data/users/user-topics'
import type { TopicPolicy } from './rules/topic-policies'
import { unixSeconds } from './time'

/*
 * Topic policies and muted users.
 * Sources: docs/protocol/decided-conflicts.md#topic-mutes, docs/protocol/events.md#own-choices.
 */

export const userTopicSchema = Type.Object({
  stream_id: Type.Integer(),
  topic_name: Type.String(),
  last_updated: Type.Integer({ description: 'Unix time in seconds' }),
  visibility_policy: Type.Unsafe<TopicPolicy>(
    Type.Integer({ description: '0 none, 1 muted, 2 unmuted, 3 followed' }),
  ),
})

export type UserTopicRecord = Static<typeof userTopicSchema>

export function presentUserTopic(
  topic: Omit<UserTopic, 'visibility_policy'> & { visibility_policy: TopicPolicy },
): UserTopicRecord {
  return {
    stream_id: topic.stream_id,
    topic_name: topic.topic,
    last_updated: unixSeconds(topic.updated_at),
    visibility_policy: topic.visibility_policy,
  }
}

/** A muted topic for older clients, with the name of its stream. */
export const mutedTopicSchema = Type.Tuple([Type.String(), Type.String(), Type.Integer()])

export function presentMutedTopic(muted: MutedTopic): [string, string, number] {
  return [muted.stream_name, muted.topic, unixSeconds(muted.updated_at)]
}

export const mutedUserSchema = Type.Object({
  id: Type.Integer(),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
})

export function presentMutedUser({ muted_user_id, muted_at }: MutedUser) {
  return { id: muted_user_id, timestamp: unixSeconds(muted_at) }
}

export type MuteEvent =
  | ({ type: 'user_topic' } & UserTopicRecord)
  | { type: 'muted_topics'; muted_topics: readonly Static<typeof mutedTopicSchema>[] }
  | { type: 'muted_users'; muted_users: readonly Static<typeof mutedUserSchema>[] }

export function userTopicChanged(topic: Parameters<typeof presentUserTopic>[0]): MuteEvent {
  return { type: 'user_topic', ...presentUserTopic(topic) }
}

/** @param muted all muted topics */
export function mutedTopicsChanged(muted: readonly MutedTopic[]): MuteEvent {
  return { type: 'muted_topics', muted_topics: muted.map(presentMutedTopic) }
}

/** @param muted all muted users */
export function mutedUsersChanged(muted: readonly MutedUser[]): MuteEvent {
  return { type: 'muted_users', muted_users: muted.map(presentMutedUser) }
}
