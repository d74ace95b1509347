/*
 * The right to edit the content of a message, for the server and the web app; the first page of the app needs it.
 * Source: docs/protocol/messages.md#edit-policy.
 */

import type { MessagePermission } from './stream-rights'

/** Settings of a realm that limit the age of a message, in seconds; null for no limit. */
type TimeLimit =
  | 'message_content_edit_limit_seconds'
  | 'message_content_delete_limit_seconds'
  | 'move_messages_within_stream_limit_seconds'
  | 'move_messages_between_streams_limit_seconds'

type Permission =
  | 'can_resolve_topics_group'
  | 'can_move_messages_between_topics_group'
  | 'can_move_messages_between_channels_group'
  | 'can_delete_any_message_group'
  | 'can_delete_own_message_group'

/** A user who wants to change messages, and the settings of their realm. */
export interface Changer {
  isModerator: boolean
  /** The setting `allow_message_editing`. */
  isEditingOn: boolean
  limitOf: (setting: TimeLimit) => number | null
  mayInRealm: (permission: Permission) => boolean
  /** The rights in the stream of the messages; absent for private messages. */
  inStream?: StreamRights
}

/** The rights of a user in a stream that they may read. */
export interface StreamRights {
  mayAdminister: () => boolean
  isPermitted: (permission: MessagePermission) => boolean
}

/** A message from the changer's view. */
export interface ChangedMessage {
  isOwn: boolean
  /** Seconds since the message was sent. */
  age: number
}

export type ChangeRefusal = 'editingOff' | 'notAllowed' | 'tooOld'

/** Whether an age is within a time limit; both in seconds. */
export function isWithin(limit: number | null, age: number): boolean {
  return limit === null || age <= limit
}

/** Reason why a user may not edit the content of a message: only senders may, for a time. */
export function contentEditRefusal(
  changer: Changer,
  { isOwn, age }: ChangedMessage,
): ChangeRefusal | undefined {
  if (!changer.isEditingOn) return 'editingOff'
  if (!isOwn) return 'notAllowed'
  return isWithin(changer.limitOf('message_content_edit_limit_seconds'), age) ? undefined : 'tooOld'
}
