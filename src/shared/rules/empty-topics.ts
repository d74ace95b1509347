/*
 * The empty topic, which has no name of its own. Source: docs/protocol/messages.md#topics-of-messages.
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
