import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { TopicPolicy } from './rules/topic-policies'

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

/** A muted topic for older clients, with the name of its stream. */
export const mutedTopicSchema = Type.Tuple([Type.String(), Type.String(), Type.Integer()])

export const mutedUserSchema = Type.Object({
  id: Type.Integer(),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
})

export type MuteEvent =
  | ({ type: 'user_topic' } & UserTopicRecord)
  | { type: 'muted_topics'; muted_topics: readonly Static<typeof mutedTopicSchema>[] }
  | { type: 'muted_users'; muted_users: readonly Static<typeof mutedUserSchema>[] }
