import { meantTopic, shownTopic } from '../../../shared/rules/empty-topics'
import type { Conversation } from '../records/conversation'

/** Destination of a message in the making; may be incomplete. */
export type Destination =
  | { kind: 'topic'; streamId: number | undefined; topic: string }
  /** User ids, ascending: the other users, or the user alone for notes to oneself. */
  | { kind: 'private'; userIds: readonly number[] }

export const nowhere: Destination = { kind: 'topic', streamId: undefined, topic: '' }

export function destinationOf(conversation: Conversation, ownId: number): Destination {
  if (conversation.kind === 'topic') return conversation
  const { userIds } = conversation
  return { kind: 'private', userIds: userIds.length === 0 ? [ownId] : userIds }
}

/**
 * @param topicForNone answers the topic of messages without a topic in a stream; undefined if it takes none
 * @returns undefined while the destination is incomplete
 */
export function conversationOfDestination(
  destination: Destination,
  ownId: number,
  topicForNone: (streamId: number) => string | undefined = () => undefined,
): Conversation | undefined {
  if (destination.kind === 'private') {
    if (destination.userIds.length === 0) return undefined
    const others = destination.userIds.filter((id) => id !== ownId)
    return { kind: 'private', userIds: others.sort((a, b) => a - b) }
  }
  const { streamId } = destination
  if (streamId === undefined) return undefined
  const typed = destination.topic.trim()
  // The empty topic has several names, of which the server tells one.
  const topic = typed === '' ? topicForNone(streamId) : shownTopic(meantTopic(typed))
  return topic === undefined ? undefined : { kind: 'topic', streamId, topic }
}

/** Source: docs/protocol/messages.md#addressees. */
export function addressOf(
  conversation: Conversation,
  ownId: number,
): { type: string; to: string; topic?: string } {
  if (conversation.kind === 'topic') {
    return { type: 'stream', to: String(conversation.streamId), topic: conversation.topic }
  }
  const { userIds } = conversation
  return { type: 'private', to: JSON.stringify(userIds.length === 0 ? [ownId] : userIds) }
}
