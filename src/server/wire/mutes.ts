import type { MuteEvent, UserTopicRecord } from '../../shared/mutes'
import type { TopicPolicy } from '../../shared/rules/topic-policies'
import type { MutedUser } from '../data/users/muted-users'
import type { MutedTopic, UserTopic } from '../data/users/user-topics'
import { unixSeconds } from './time'

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

export function presentMutedTopic(muted: MutedTopic): [string, string, number] {
  return [muted.stream_name, muted.topic, unixSeconds(muted.updated_at)]
}

export function presentMutedUser({ muted_user_id, muted_at }: MutedUser) {
  return { id: muted_user_id, timestamp: unixSeconds(muted_at) }
}

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
