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
  if (!mayMove(changer, kind)) return 'notAllowed'
  return isWithin(moveLimitOf(changer, kind), message.age) ? undefined : 'tooOld'
}

const permissionToMove = {
  'to other stream': {
    ofRealm: 'can_move_messages_between_channels_group',
    ofStream: 'can_move_messages_out_of_channel_group',
  },
  'to other topic': {
    ofRealm: 'can_move_messages_between_topics_group',
    ofStream: 'can_move_messages_within_channel_group',
  },
} as const

/** Whether a permission, or administering the stream that the messages leave, lets a user move them. */
function mayMove({ mayInRealm, inStream }: Changer, kind: keyof typeof permissionToMove): boolean {
  const { ofRealm, ofStream } = permissionToMove[kind]
  return (
    mayInRealm(ofRealm) ||
    inStream?.mayAdminister() === true ||
    inStream?.isPermitted(ofStream) === true
  )
}

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
function mayResolveTopics(changer: Changer): boolean {
  return (
    changer.mayInRealm('can_resolve_topics_group') ||
    changer.inStream?.isPermitted('can_resolve_topics_group') === true ||
    mayMove(changer, 'to other topic')
  )
}

/** Reason why a user may not delete a message. */
export function deletionRefusal(
  changer: Changer,
  { isOwn, age }: ChangedMessage,
): 'notAllowed' | 'tooOld' | undefined {
  if (mayDeleteAny(changer)) return undefined
  if (!isOwn || !isGiven(changer, 'can_delete_own_message_group')) return 'notAllowed'
  const limit = changer.limitOf('message_content_delete_limit_seconds')
  return isWithin(limit, age) ? undefined : 'tooOld'
}

/** Whether a user may delete any message that they can read, of the stream in question or anywhere. */
export function mayDeleteAny(changer: Pick<Changer, 'mayInRealm' | 'inStream'>): boolean {
  return isGiven(changer, 'can_delete_any_message_group')
}

/** Whether a permission of the realm, or its namesake of the stream, includes a user. */
function isGiven(
  { mayInRealm, inStream }: Pick<Changer, 'mayInRealm' | 'inStream'>,
  permission: 'can_delete_any_message_group' | 'can_delete_own_message_group',
): boolean {
  return mayInRealm(permission) || inStream?.isPermitted(permission) === true
}
