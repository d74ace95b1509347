import { deletionRefusal, moveRefusal } from '../../../shared/rules/changing-messages'
import type { MoveKind } from '../../../shared/rules/changing-messages'
import { changerOf, seenBy } from './may-edit'
import type { Rules, Subject } from './may-edit'

/*
 * Rights of the reader to move and delete a message, as far as the state tells, so that the app does not offer actions that the
 * server would refuse. Source: docs/protocol/messages.md#edit-policy.
 */

/** Whether the reader may move a message to another topic or to another stream. */
export function mayMove(message: Subject, rules: Rules, now: number): boolean {
  return mayChangeTopic(message, rules, now) || mayChangeStream(message, rules, now)
}

/** Whether the reader may change the topic of a message. */
export function mayChangeTopic(message: Subject, rules: Rules, now: number): boolean {
  return isMovable(message, rules, 'to other topic', now)
}

export function mayChangeStream(message: Subject, rules: Rules, now: number): boolean {
  return isMovable(message, rules, 'to other stream', now)
}

/** Whether the reader may mark the topic of a message as resolved or unresolved, whatever its age. */
export function mayResolve({ type }: Pick<Subject, 'type'>, rules: Rules): boolean {
  return isMovable({ type, sender_id: 0, timestamp: 0 }, rules, 'resolving', 0)
}

function isMovable(message: Subject, rules: Rules, kind: MoveKind, now: number): boolean {
  const isInStream = message.type === 'stream'
  return isInStream && !moveRefusal(changerOf(rules), seenBy(rules, message, now), kind)
}

export function mayDelete(message: Subject, rules: Rules, now: number): boolean {
  return !deletionRefusal(changerOf(rules), seenBy(rules, message, now))
}
