import {
  emptyTopicName,
  meantTopic,
  topicRefusal,
  topicsPolicyOf,
} from '../../../shared/rules/empty-topics'
import { isSameName } from '../../../shared/rules/letter-case'
import { isGiven } from '../rights/permissions'
import type { PermissionState } from './permissions'
import type { State } from '../records/state'

/*
 * Rules of a stream about the topics of new messages, by the same rules as on the server. The app reads and writes the
 * empty topic by its name. Sources: docs/protocol/messages.md#topics-policy,
 * docs/protocol/permissions.md#channel-can-create-topic-group.
 */

type TopicState = PermissionState & Pick<State, 'realm_topics_policy'>

/** Reasons why a stream does not take a message of a topic. */
export type TopicRefusal = 'emptyTopicRefused' | 'namedTopicRefused' | 'newTopicRefused'

function policyIn(state: Readonly<TopicState>, streamId: number) {
  const stream = state.streams.find(({ stream_id: id }) => id === streamId)
  return stream && topicsPolicyOf(stream.topics_policy, state.realm_topics_policy)
}

/** Name of the topic that a message without a topic gets; undefined if the stream does not take any. */
export function topicForNone(
  state: Readonly<TopicState>,
  streamId: number | undefined,
): string | undefined {
  const policy = streamId === undefined ? undefined : policyIn(state, streamId)
  return policy && topicRefusal(policy, '') === undefined ? emptyTopicName : undefined
}

/** Whether the reader may begin topics of a stream. */
function beginsTopics(state: Readonly<TopicState>, streamId: number): boolean {
  const stream = state.streams.find(({ stream_id: id }) => id === streamId)
  return !stream || isGiven(state, stream, 'can_create_topic_group')
}

/**
 * Reason why the stream would refuse the reader's message of a topic; undefined if it takes it, as far as the app can
 * tell.
 * @param topicsOf the known topics of a stream, called only if it matters whether the topic is new
 */
export function refusalOfTopic(
  state: Readonly<TopicState>,
  streamId: number,
  topic: string,
  topicsOf: (streamId: number) => readonly { readonly name: string }[] | undefined,
): TopicRefusal | undefined {
  const policy = policyIn(state, streamId)
  const refusal = policy && topicRefusal(policy, meantTopic(topic))
  if (refusal) return refusal === 'empty' ? 'emptyTopicRefused' : 'namedTopicRefused'
  if (beginsTopics(state, streamId)) return undefined
  const known = topicsOf(streamId)
  const isNew = known?.every(({ name }) => !isSameName(meantTopic(name), meantTopic(topic)))
  return isNew === true ? 'newTopicRefused' : undefined
}
