import type { MessageRow, StreamRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import { messageRightsIn } from '../streams/rights'
import type { Requester } from '../../rules/authentication'
import { isModerator } from '../../../../shared/rules/roles'
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
import { contentEditRefusal, isWithin } from '../../../../shared/rules/editing-content'
import {
  deletionRefusal,
  mayDeleteAny,
  moveLimitOf,
  moveRefusal,
} from '../../../../shared/rules/changing-messages'
import type {
  ChangedMessage,
  Changer,
  ChangeRefusal,
} from '../../../../shared/rules/editing-content'
import type { MoveKind } from '../../../../shared/rules/changing-messages'
import { resolutionOf } from '../../../../shared/rules/topics'

/*
 * Checks of the rights to edit, move and delete messages.
 * Source: docs/protocol/messages.md#edit-policy.
 */

/** Clients close their editors at the limit; this leaves time for their last request to arrive. */
const graceSeconds = 20

type Aged = Pick<MessageRow, 'sent_at'>
type Subject = Pick<MessageRow, 'sender_id' | 'sent_at'>

const refuseEdit = {
  editingOff: () => new EditingDisabledError(),
  notAllowed: () => new EditNotAllowedError(),
  tooOld: () => new EditTimeLimitError(),
} satisfies Record<ChangeRefusal, () => Error>

/** Only the sender of a message may edit its content. @throws ApiError of rules/messages/errors.ts */
export function checkContentEdit(at: Dated, requester: Requester, message: Subject): void {
  const refusal = contentEditRefusal(changerOf(at, requester), seenBy(at, requester, message))
  if (refusal) throw refuseEdit[refusal]()
}

export function kindOfMove(oldTopic: string, newTopic: string, toOtherStream: boolean): MoveKind {
  if (toOtherStream) return 'to other stream'
  return resolutionOf(oldTopic, newTopic) ? 'resolving' : 'to other topic'
}

/**
 * Checks that the requester may move a message.
 *
 * @param stream the stream that the message is in
 * @throws ApiError of rules/messages/errors.ts
 * Sources: docs/protocol/permissions.md#realm-permissions,
 * docs/protocol/topics-and-moderation.md#resolve-right.
 */
export function checkMove(
  at: Dated,
  requester: Requester,
  { message, stream }: { message: Subject; stream: StreamRow },
  kind: MoveKind,
): void {
  const seen = seenBy(at, requester, message)
  const refusal = moveRefusal(changerOf(at, requester, stream), seen, kind)
  if (refusal === 'notAllowed' && kind === 'resolving') throw new ResolveNotAllowedError()
  if (refusal) throw refuseEdit[refusal]()
}

/**
 * Applies the time limit to all messages that move together.
 * @param messages by ascending id
 * @throws MoveTimeLimitError
 */
export function checkMovedAlong(
  at: Dated,
  requester: Requester,
  messages: readonly (Aged & { id: number })[],
  kind: MoveKind,
): void {
  if (messages.length === 1) return
  const limit = moveLimitOf(changerOf(at, requester), kind)
  const young = messages.filter((message) => isWithin(limit, ageOf(at, message)))
  if (young.length === messages.length) return
  throw new MoveTimeLimitError(young[0]?.id ?? 0, young.length, messages.length)
}

/**
 * Checks that the requester may delete a message.
 * @param stream the stream of the message; undefined for private ones
 * @throws ApiError of rules/messages/errors.ts
 */
export function checkDelete(
  at: Dated,
  requester: Requester,
  message: Subject,
  stream: StreamRow | undefined,
): void {
  const seen = seenBy(at, requester, message)
  const refusal = deletionRefusal(changerOf(at, requester, stream), seen)
  if (refusal === 'notAllowed') throw new DeleteNotAllowedError()
  if (refusal === 'tooOld') throw new DeleteTimeLimitError()
}

/** Checks that the requester may delete any message of a stream. @throws DeleteNotAllowedError */
export function checkDeleteAny(at: Dated, requester: Requester, stream: StreamRow): void {
  if (!mayDeleteAny(changerOf(at, requester, stream))) throw new DeleteNotAllowedError()
}

function changerOf(at: Dated, requester: Requester, stream?: StreamRow): Changer {
  const settings = realmSettingsOf(requester)
  return {
    isModerator: isModerator(requester),
    isEditingOn: settings.allow_message_editing,
    limitOf: (name) => settings[name],
    mayInRealm: (permission) => mayInRealm(at, requester, permission),
    ...(stream && { inStream: messageRightsIn(at, requester, stream) }),
  }
}

function seenBy(at: Dated, requester: Requester, message: Subject): ChangedMessage {
  return { isOwn: message.sender_id === requester.id, age: ageOf(at, message) }
}

/** Age of a message for time limits, in seconds: less the grace. */
function ageOf({ now }: Dated, { sent_at }: Aged): number {
  return (now.getTime() - sent_at.getTime()) / 1_000 - graceSeconds
}
