import type { Conversation } from './conversation'
import type { UnreadGroup, UnreadPrivate, UnreadTopic } from './state'

/* Conversations of entries in the lists of unread messages. */

export function conversationOfTopic({ stream_id, topic }: UnreadTopic): Conversation {
  return { kind: 'topic', streamId: stream_id, topic }
}

export function conversationOfPrivate(
  { other_user_id: other }: UnreadPrivate,
  ownId: number,
): Conversation {
  return { kind: 'private', userIds: othersOf(ownId, [other]) }
}

export function conversationOfGroup(
  { user_ids_string: all }: UnreadGroup,
  ownId: number,
): Conversation {
  return { kind: 'private', userIds: othersOf(ownId, all.split(',').map(Number)) }
}

/** Ids of the participants without the reader, ascending. */
export function othersOf(ownId: number, userIds: readonly number[]): number[] {
  return userIds.filter((id) => id !== ownId).sort((a, b) => a - b)
}
