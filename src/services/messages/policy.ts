import type { MessageRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { isAdministrator, isAllowedBy, isGuest } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import {
  DeleteNotAllowedError,
  DeleteTimeLimitError,
  EditingDisabledError,
  EditNotAllowedError,
  EditTimeLimitError,
  MoveTimeLimitError,
} from './errors'

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

/**
 * Lets administrators move messages at any time. Others do so within their stream where the realm lets
 * members change topics, and to other streams by the realm's policy: their own messages at any
 * time, those of others while they are new.
 *
 * @throws ApiError of ./errors
 */
export function checkMove(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  { toOtherStream, now }: { toOtherStream: boolean; now: Date },
): void {
  const rules = realmSettingsOf(requester)
  if (!rules.allow_message_editing) throw new EditingDisabledError()
  if (isAdministrator(requester)) return
  const isOwn = message.sender_id === requester.id
  const isAllowed = toOtherStream
    ? isAllowedBy(rules.move_messages_between_streams_policy, requester, now)
    : isOwn || (rules.allow_community_topic_editing && !isGuest(requester))
  if (!isAllowed) throw new EditNotAllowedError()
  if (!isOwn && !isWithin(rules.community_topic_editing_limit_seconds, message, now)) {
    throw new EditTimeLimitError()
  }
}

/**
 * Holds everything that moves along with a message to the limit.
 * @param messages by ascending id
 * @throws MoveTimeLimitError
 */
export function checkMovedAlong(
  requester: Requester,
  messages: readonly (Aged & { id: number })[],
  now: Date,
): void {
  if (isAdministrator(requester) || messages.length === 1) return
  const limit = realmSettingsOf(requester).community_topic_editing_limit_seconds
  const young = messages.filter((message) => isWithin(limit, message, now))
  if (young.length === messages.length) return
  throw new MoveTimeLimitError(young[0]?.id ?? 0, young.length, messages.length)
}

/**
 * Lets administrators delete anything, senders what they just sent. @throws ApiError of ./errors
 */
export function checkDelete(
  requester: Requester,
  message: Pick<MessageRow, 'sender_id' | 'sent_at'>,
  now: Date,
): void {
  if (isAdministrator(requester)) return
  const rules = realmSettingsOf(requester)
  const isOwn = message.sender_id === requester.id
  const isAllowed =
    rules.allow_message_deleting && isAllowedBy(rules.delete_own_message_policy, requester, now)
  if (!isOwn || !isAllowed) throw new DeleteNotAllowedError()
  if (!isWithin(rules.message_content_delete_limit_seconds, message, now)) {
    throw new DeleteTimeLimitError()
  }
}

function isWithin(limitSeconds: number | null, { sent_at }: Aged, now: Date): boolean {
  if (limitSeconds === null) return true
  return now.getTime() - sent_at.getTime() <= (limitSeconds + graceSeconds) * 1_000
}
