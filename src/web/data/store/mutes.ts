import { foldCase } from '../../../shared/rules/letter-case'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import type { State, TopicPolicy } from '../records/state'

/** Visibility of topics, from the reader's settings of topics and streams. */
export interface Mutes {
  /** The policy set for the topic itself. */
  policyOf(streamId: number, topic: string): TopicPolicy
  /** Whether the topic is muted, directly or through its stream. */
  isMuted(streamId: number, topic: string): boolean
}

/** Source: docs/protocol/settings.md#topic-visibility. */
export function createMutes({
  subscriptions,
  user_topics: topics,
}: Pick<State, 'subscriptions' | 'user_topics'>): Mutes {
  const mutedStreams = new Set(mutedStreamsOf(subscriptions))
  const policies = new Map<number, Map<string, TopicPolicy>>()
  for (const { stream_id: streamId, topic_name: topic, visibility_policy: policy } of topics) {
    const ofStream = policies.get(streamId) ?? new Map<string, TopicPolicy>()
    policies.set(streamId, ofStream.set(foldCase(topic), policy))
  }

  const policyOf = (streamId: number, topic: string) =>
    policies.get(streamId)?.get(foldCase(topic)) ?? topicPolicies.none

  return {
    policyOf,
    isMuted(streamId, topic) {
      const policy = policyOf(streamId, topic)
      return policy === topicPolicies.none
        ? mutedStreams.has(streamId)
        : policy === topicPolicies.muted
    },
  }
}

/** Ids of the streams that the reader muted. */
export function mutedStreamsOf(subscriptions: State['subscriptions']): number[] {
  return subscriptions.filter((stream) => stream.is_muted).map(({ stream_id: id }) => id)
}
