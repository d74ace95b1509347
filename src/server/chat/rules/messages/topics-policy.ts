import type { UserWithRealm } from '../../../data/users/users'
import type { StreamRow } from '../../../data/schema'
import { fixedError } from '../../../../shared/api-error'
import { emptyTopicName, topicRefusal, topicsPolicyOf } from '../../../../shared/rules/empty-topics'
import { realmSettingsOf } from '../realms/settings'

/* The check of a topic against the policy of its stream. Source: docs/protocol/messages.md#topics-policy. */

/** Refusal of the empty topic. */
export class EmptyTopicNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Every message of the channel names its topic.',
  example: `Sending messages to the ${emptyTopicName} is not allowed in this channel.`,
}) {}

/** Refusal of a topic with a name. */
export class NamedTopicNotAllowedError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The channel takes messages of the empty topic only.',
  example: `Only the ${emptyTopicName} topic is allowed in this channel.`,
}) {}

/** Refusal of a topic that has no message yet. */
export class TopicCreationError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The topic has no message yet, and the requester may not begin topics there.',
  example: 'You do not have permission to create new topics in this channel.',
}) {}

/** Refusal to reserve a stream for the empty topic. */
export class CannotSetTopicsPolicyError extends fixedError({
  code: 'CANNOT_SET_TOPICS_POLICY',
  description: 'The channel has messages of other topics than the empty one.',
  example: `To enable this configuration, all messages in this channel must be in the ${emptyTopicName} topic. Consider renaming or deleting other topics.`,
}) {}

const refusals = {
  empty: () => new EmptyTopicNotAllowedError(),
  named: () => new NamedTopicNotAllowedError(),
} as const

type Member = Pick<UserWithRealm, 'realm_settings'>
type Stream = Pick<StreamRow, 'topics_policy'>

/** Whether a stream takes messages of a topic. */
export function takesTopic(account: Member, stream: Stream, topic: string): boolean {
  return refusalOf(account, stream, topic) === undefined
}

/** @throws EmptyTopicNotAllowedError, NamedTopicNotAllowedError */
export function checkTopicOfStream(account: Member, stream: Stream, topic: string): void {
  const refusal = refusalOf(account, stream, topic)
  if (refusal) throw refusals[refusal]()
}

/** The topic of a notice of the server, which goes to the empty topic if the stream takes no other one. */
export function topicForNotice({ topics_policy: policy }: Stream, topic: string): string {
  return policy === 'empty_topic_only' ? '' : topic
}

function refusalOf(account: Member, stream: Stream, topic: string) {
  const { topics_policy: ofRealm } = realmSettingsOf(account)
  return topicRefusal(topicsPolicyOf(stream.topics_policy, ofRealm), topic)
}
