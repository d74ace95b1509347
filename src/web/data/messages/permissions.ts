import type { Message } from '../records/message'
import { deletionRefusal, mayDeleteAny, moveRefusal } from '../../../shared/rules/changing-messages'
import type { MoveKind } from '../../../shared/rules/changing-messages'
import type { Changer } from '../../../shared/rules/editing-content'
import { mayAdminister } from '../../../shared/rules/stream-rights'
import { asStreamUser } from '../rights/permissions'
import { findStream } from '../records/records'
import { changerOf, seenBy } from './may-edit'
import type { Rules, Subject } from './may-edit'

/*
 * Rights of the reader to move and delete a message, as far as the state tells, so that the app does not offer actions that the
 * server would refuse. Source: docs/protocol/messages.md#edit-policy.
 */

type Movable = Subject & { [Field in 'stream_id']?: Message[Field] | undefined }

/** Whether the reader may move a message to another topic or to another stream. */
export function mayMove(message: Movable, rules: Rules, now: number): boolean {
  return mayChangeTopic(message, rules, now) || mayChangeStream(message, rules, now)
}

/** Whether the reader may change the topic of a message. */
export function mayChangeTopic(message: Movable, rules: Rules, now: number): boolean {
  return isMovable(message, rules, 'to other topic', now)
}

export function mayChangeStream(message: Movable, rules: Rules, now: number): boolean {
  return isMovable(message, rules, 'to other stream', now)
}

/** Whether the reader may mark the topic of a message as resolved or unresolved, whatever its age. */
export function mayResolve(
  { type, stream_id }: Pick<Movable, 'type' | 'stream_id'>,
  rules: Rules,
): boolean {
  return isMovable({ type, stream_id, sender_id: 0, timestamp: 0 }, rules, 'resolving', 0)
}

function isMovable(message: Movable, rules: Rules, kind: MoveKind, now: number): boolean {
  const isInStream = message.type === 'stream'
  const changer = changerIn(rules, message.stream_id)
  return isInStream && !moveRefusal(changer, seenBy(rules, message, now), kind)
}

export function mayDelete(message: Movable, rules: Rules, now: number): boolean {
  return !deletionRefusal(changerIn(rules, message.stream_id), seenBy(rules, message, now))
}

/** Whether the reader may delete any message of a stream that they can read. */
export function mayDeleteAnyIn(streamId: number, rules: Rules): boolean {
  return mayDeleteAny(changerIn(rules, streamId))
}

/** The reader, with the rights in the stream of a message. */
function changerIn(rules: Rules, streamId: number | undefined): Changer {
  const changer = changerOf(rules)
  if (streamId === undefined) return changer
  const stream = findStream(rules, streamId)
  if (!stream) return changer
  const user = asStreamUser(rules, stream)
  // The permission to delete any message of a stream may name guests, unlike its namesake of the realm.
  const member = asStreamUser({ ...rules, is_guest: false }, stream)
  return {
    ...changer,
    inStream: {
      mayAdminister: () => mayAdminister(user),
      isPermitted: (permission) =>
        (permission === 'can_delete_any_message_group' ? member : user).isPermitted(permission),
    },
  }
}
