import type { MessageRow } from '../../../data/schema'
import type { Requester } from '../../rules/authentication'
import { isModerator } from '../../rules/permissions/roles'
import { mayInRealm } from '../../rules/permissions/realm'
import { realmSettingsOf } from '../../rules/realms/settings'
import {
  DeleteNotAllowedError,
  DeleteTimeLimitError,
  EditingDisabledError,
  EditNotAllowedError,
  EditTimeLimitError,
  MoveTimeLimitError,
  ResolveNotAllowedError,
} from '../../rules/messages/errors'
import { mayResolveTopics } from '../../../../shared/rules/resolving'
import { resolutionOf } from '../../rules/messages/resolution'

/*
 * Rights to edit, move and delete messages, and their time limits.
 * Source: docs/protocol/messages.md#edit-policy.
 */

/** Clients close their editors at the limit; this leaves time for their last request to arrive. */
const graceSeconds = 20

type Aged = Pick<MessageRow, 'sent_at'>

/** Only the sender of a message may edit its content. @throws ApiError of ./errors */
export function checkContentEdit(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  now: Date,
): void {
  const rules = realmSettingsOf(requester)
  if (!rules.allow_message_editing) throw new EditingDisabledError()
  if (message.sender_id !== requester.id) throw new EditNotAllowedError()
  if (!isWithin(rules.message_content_edit_limit_seconds, message, now)) {
    throw new EditTimeLimitError()
  }
}

/** The effect of a move: to another stream or topic, or marking a topic as resolved or unresolved. */
export type MoveKind = 'to other stream' | 'to other topic' | 'resolving'

/** The kind of a move. */
export function kindOfMove(oldTopic: string, newTopic: string, toOtherStream: boolean): MoveKind {
  if (toOtherStream) return 'to other stream'
  return resolutionOf(oldTopic, newTopic) ? 'resolving' : 'to other topic'
}

/**
 * Moving needs the organization's permission, and has a time limit except for moderators. Senders may also
 * change the topic of messages that they may still edit.
 *
 * @throws ApiError of ./errors
 * Sources: docs/protocol/permissions.md#realm-permissions,
 * docs/protocol/topics-and-moderation.md#resolve-right.
 */
export function checkMove(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  { kind, now }: { kind: MoveKind; now: Date },
): void {
  if (!realmSettingsOf(requester).allow_message_editing) throw new EditingDisabledError()
  if (kind === 'resolving') {
    if (mayResolveTopics((permission) => mayInRealm(requester, permission, now))) return
    throw new ResolveNotAllowedError()
  }
  if (kind === 'to other topic' && mayStillEdit(requester, message, now)) return
  if (!mayInRealm(requester, permissionToMove[kind], now)) throw new EditNotAllowedError()
  if (!isWithin(moveLimitOf(requester, kind), message, now)) throw new EditTimeLimitError()
}

const permissionToMove = {
  'to other stream': 'can_move_messages_between_channels_group',
  'to other topic': 'can_move_messages_between_topics_group',
} as const

/** Time limit for moving messages, in seconds; null for no limit. */
function moveLimitOf(requester: Requester, kind: MoveKind): number | null {
  if (isModerator(requester) || kind === 'resolving') return null
  const rules = realmSettingsOf(requester)
  return kind === 'to other stream'
    ? rules.move_messages_between_streams_limit_seconds
    : rules.move_messages_within_stream_limit_seconds
}

/** Whether the requester wrote a message and may still edit its content. */
function mayStillEdit(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  now: Date,
): boolean {
  const { message_content_edit_limit_seconds: limit } = realmSettingsOf(requester)
  return message.sender_id === requester.id && isWithin(limit, message, now)
}

/**
 * Applies the time limit to all messages that move together.
 * @param messages by ascending id
 * @throws MoveTimeLimitError
 */
export function checkMovedAlong(
  requester: Requester,
  messages: readonly (Aged & { id: number })[],
  { kind, now }: { kind: MoveKind; now: Date },
): void {
  if (messages.length === 1) return
  const limit = moveLimitOf(requester, kind)
  const young = messages.filter((message) => isWithin(limit, message, now))
  if (young.length === messages.length) return
  throw new MoveTimeLimitError(young[0]?.id ?? 0, young.length, messages.length)
}

/**
 * Deleting needs the organization's permission to delete any message, or for senders the permission to delete
 * their own recent messages.
 * @throws ApiError of ./errors
 */
export function checkDelete(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  now: Date,
): void {
  if (mayInRealm(requester, 'can_delete_any_message_group', now)) return
  const isOwn = message.sender_id === requester.id
  if (!isOwn || !mayInRealm(requester, 'can_delete_own_message_group', now)) {
    throw new DeleteNotAllowedError()
  }
  const { message_content_delete_limit_seconds: limit } = realmSettingsOf(requester)
  if (!isWithin(limit, message, now)) throw new DeleteTimeLimitError()
}

function isWithin(limitSeconds: number | null, { sent_at }: Aged, now: Date): boolean {
  if (limitSeconds === null) return true
  return now.getTime() - sent_at.getTime() <= (limitSeconds + graceSeconds) * 1_000
}
