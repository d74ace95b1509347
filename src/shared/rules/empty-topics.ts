/*
 * The empty topic, which has no name of its own, and the policies that allow, refuse or prescribe it.
 * Sources: docs/protocol/messages.md#topics-of-messages, docs/protocol/messages.md#topics-policy.
 */

/** Name of the empty topic for people, and for clients that cannot read an empty text as a topic. */
export const emptyTopicName = 'general chat'

/** Names that clients send for the empty topic, in lower case: topics are the same in any letter case. */
const namesOfEmptyTopic: ReadonlySet<string> = new Set(['(no topic)', emptyTopicName])

/** The topic that a client means by a name. Source: docs/protocol/messages.md#empty-topic-names. */
export function meantTopic(name: string): string {
  return namesOfEmptyTopic.has(name.toLowerCase()) ? '' : name
}

/** The topic with a name that people can read. */
export function shownTopic(topic: string): string {
  return topic === '' ? emptyTopicName : topic
}

/** Policies of an organization; the first is the default. */
export const realmTopicsPolicies = ['disable_empty_topic', 'allow_empty_topic'] as const
export type RealmTopicsPolicy = (typeof realmTopicsPolicies)[number]

/** Policies of a stream; the first is the default and means that of the organization. */
export const streamTopicsPolicies = ['inherit', ...realmTopicsPolicies, 'empty_topic_only'] as const
export type StreamTopicsPolicy = (typeof streamTopicsPolicies)[number]

/** The policy of a stream whose own may be that of the organization. */
export function topicsPolicyOf(
  ofStream: StreamTopicsPolicy,
  ofRealm: RealmTopicsPolicy,
): Exclude<StreamTopicsPolicy, 'inherit'> {
  return ofStream === 'inherit' ? ofRealm : ofStream
}

/** Reason why a stream does not take messages of a topic; undefined if it does. */
export function topicRefusal(
  policy: Exclude<StreamTopicsPolicy, 'inherit'>,
  topic: string,
): 'empty' | 'named' | undefined {
  if (topic === '') return policy === 'disable_empty_topic' ? 'empty' : undefined
  return policy === 'empty_topic_only' ? 'named' : undefined
}
