import type { MessageRow, StreamRow } from '../../../data/schema'
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
export function checkContentEdit(requester: Requester, message: Subject, now: Date): void {
  const refusal = contentEditRefusal(changerOf(requester, now), seenBy(requester, message, now))
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
  requester: Requester,
  message: Subject,
  stream: StreamRow,
  { kind, now }: { kind: MoveKind; now: Date },
): void {
  const seen = seenBy(requester, message, now)
  const refusal = moveRefusal(changerOf(requester, now, stream), seen, kind)
  if (refusal === 'notAllowed' && kind === 'resolving') throw new ResolveNotAllowedError()
  if (refusal) throw refuseEdit[refusal]()
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
  const limit = moveLimitOf(changerOf(requester, now), kind)
  const young = messages.filter((message) => isWithin(limit, ageOf(message, now)))
  if (young.length === messages.length) return
  throw new MoveTimeLimitError(young[0]?.id ?? 0, young.length, messages.length)
}

/**
 * Checks that the requester may delete a message.
 * @param stream the stream of the message; undefined for private ones
 * @throws ApiError of rules/messages/errors.ts
 */
export function checkDelete(
  requester: Requester,
  message: Subject,
  stream: StreamRow | undefined,
  now: Date,
): void {
  const seen = seenBy(requester, message, now)
  const refusal = deletionRefusal(changerOf(requester, now, stream), seen)
  if (refusal === 'notAllowed') throw new DeleteNotAllowedError()
  if (refusal === 'tooOld') throw new DeleteTimeLimitError()
}

/** Checks that the requester may delete any message of a stream. @throws DeleteNotAllowedError */
export function checkDeleteAny(requester: Requester, stream: StreamRow, now: Date): void {
  if (!mayDeleteAny(changerOf(requester, now, stream))) throw new DeleteNotAllowedError()
}

function changerOf(requester: Requester, now: Date, stream?: StreamRow): Changer {
  const settings = realmSettingsOf(requester)
  return {
    isModerator: isModerator(requester),
    isEditingOn: settings.allow_message_editing,
    limitOf: (name) => settings[name],
    mayInRealm: (permission) => mayInRealm(requester, permission, now),
    ...(stream && { inStream: messageRightsIn(requester, stream, now) }),
  }
}

function seenBy(requester: Requester, message: Subject, now: Date): ChangedMessage {
  return { isOwn: message.sender_id === requester.id, age: ageOf(message, now) }
}

/** Age of a message for time limits, in seconds: less the grace. */
function ageOf({ sent_at }: Aged, now: Date): number {
  return (now.getTime() - sent_at.getTime()) / 1_000 - graceSeconds
}
