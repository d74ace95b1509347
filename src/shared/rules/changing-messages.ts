import { contentEditRefusal, isWithin } from './editing-content'
import type { ChangedMessage, Changer, ChangeRefusal } from './editing-content'

/*
 * Rights to move and delete messages, and their time limits, for the server and the web app.
 * Source: docs/protocol/messages.md#edit-policy.
 */

/** The effect of a move: to another stream or topic, or marking a topic as resolved or unresolved. */
export type MoveKind = 'to other stream' | 'to other topic' | 'resolving'

/**
 * Reason why a user may not move a message. Senders may also change the topic of messages that they may
 * still edit.
 */
export function moveRefusal(
  changer: Changer,
  message: ChangedMessage,
  kind: MoveKind,
): ChangeRefusal | undefined {
  if (!changer.isEditingOn) return 'editingOff'
  if (kind === 'resolving') return mayResolveTopics(changer) ? undefined : 'notAllowed'
  if (kind === 'to other topic' && !contentEditRefusal(changer, message)) return undefined
  if (!changer.mayInRealm(permissionToMove[kind])) return 'notAllowed'
  return isWithin(moveLimitOf(changer, kind), message.age) ? undefined : 'tooOld'
}

const permissionToMove = {
  'to other stream': 'can_move_messages_between_channels_group',
  'to other topic': 'can_move_messages_between_topics_group',
} as const

/** Max age of the messages that a user moves, in seconds; null for no limit. */
export function moveLimitOf(changer: Changer, kind: MoveKind): number | null {
  if (changer.isModerator || kind === 'resolving') return null
  return changer.limitOf(
    kind === 'to other stream'
      ? 'move_messages_between_streams_limit_seconds'
      : 'move_messages_within_stream_limit_seconds',
  )
}

/**
 * Whether a user may mark topics as resolved and unresolved, whatever the age of their messages.
 * Source: docs/protocol/topics-and-moderation.md#resolve-right.
 */
function mayResolveTopics({ mayInRealm }: Changer): boolean {
  return (
    mayInRealm('can_resolve_topics_group') || mayInRealm('can_move_messages_between_topics_group')
  )
}

/** Reason why a user may not delete a message. */
export function deletionRefusal(
  { limitOf, mayInRealm }: Changer,
  { isOwn, age }: ChangedMessage,
): 'notAllowed' | 'tooOld' | undefined {
  if (mayInRealm('can_delete_any_message_group')) return undefined
  if (!isOwn || !mayInRealm('can_delete_own_message_group')) return 'notAllowed'
  return isWithin(limitOf('message_content_delete_limit_seconds'), age) ? undefined : 'tooOld'
}
