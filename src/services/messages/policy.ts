import type { MessageRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { isModerator } from '../permissions'
import { mayInRealm } from '../permissions/realm'
import { realmSettingsOf } from '../realms/settings'
import {
  DeleteNotAllowedError,
  DeleteTimeLimitError,
  EditingDisabledError,
  EditNotAllowedError,
  EditTimeLimitError,
  MoveTimeLimitError,
  ResolveNotAllowedError,
} from './errors'
import { resolutionOf } from './resolution'

/*
 * Who may change which message, and for how long. Source: docs/protocol/messages.md#edit-policy.
 */

/** Clients close their editors when the limit is over; what they send then is on its way. */
const graceSeconds = 20

type Aged = Pick<MessageRow, 'sent_at'>

/** Lets senders alone edit what they wrote. @throws ApiError of ./errors */
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

/** What a move does: takes messages elsewhere, or says of a topic that it is, or is not, resolved. */
export type MoveKind = 'to other stream' | 'to other topic' | 'resolving'

/** What a move within a stream, or out of it, does. */
export function kindOfMove(oldTopic: string, newTopic: string, toOtherStream: boolean): MoveKind {
  if (toOtherStream) return 'to other stream'
  return resolutionOf(oldTopic, newTopic) ? 'resolving' : 'to other topic'
}

/**
 * Lets people move messages whom the organisation lets do so, while they are new; moderators at any
 * time. Senders may change the topic of what they may still edit.
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
    if (mayInRealm(requester, 'can_resolve_topics_group', now)) return
    if (mayInRealm(requester, permissionToMove['to other topic'], now)) return
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

/** Time in which somebody may move messages; null: for ever. */
function moveLimitOf(requester: Requester, kind: MoveKind): number | null {
  if (isModerator(requester) || kind === 'resolving') return null
  const rules = realmSettingsOf(requester)
  return kind === 'to other stream'
    ? rules.move_messages_between_streams_limit_seconds
    : rules.move_messages_within_stream_limit_seconds
}

/** Whether the requester wrote a message and is within the time to edit its text. */
function mayStillEdit(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  now: Date,
): boolean {
  const { message_content_edit_limit_seconds: limit } = realmSettingsOf(requester)
  return message.sender_id === requester.id && isWithin(limit, message, now)
}

/**
 * Holds everything that moves along with a message to the limit.
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
 * Lets people delete anything whom the organisation lets do so, and senders what they just sent.
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
