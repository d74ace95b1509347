import {
  contentEditRefusal,
  deletionRefusal,
  moveRefusal,
} from '../../../shared/rules/changing-messages'
import type { ChangedMessage, Changer, MoveKind } from '../../../shared/rules/changing-messages'
import { mayInRealm } from '../store/permissions'
import type { State } from '../store/state'
import type { Message } from './message'

/*
 * Rights of the reader over a message, as far as the state tells, so that the app does not offer actions that the
 * server would refuse. Source: docs/protocol/messages.md#edit-policy.
 */

/** The fields of the state that decide. */
export type Rules = Pick<State, 'user_id' | 'is_admin' | 'realm_user_groups'> &
  Readonly<Record<string, unknown>>

type Subject = Pick<Message, 'type' | 'sender_id' | 'timestamp'> & {
  submessages?: Message['submessages']
}

/**
 * End of the reader's right to edit the text of a message, in Unix seconds: Infinity without a limit, undefined
 * without the right.
 */
export function editableUntil(message: Subject, rules: Rules): number | undefined {
  const { timestamp } = message
  const changer = changerOf(rules)
  const refusal = contentEditRefusal(changer, seenBy(rules, message, timestamp))
  if (refusal || isWidget(message)) return undefined
  return timestamp + (changer.limitOf('message_content_edit_limit_seconds') ?? Infinity)
}

/** @param now Unix seconds */
export function mayEdit(message: Subject, rules: Rules, now: number): boolean {
  return now <= (editableUntil(message, rules) ?? -1)
}

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

export function isWidget({ submessages = [] }: Subject): boolean {
  return submessages.length > 0
}

function changerOf(rules: Rules): Changer {
  return {
    isModerator: rules.is_admin || rules['is_moderator'] === true,
    isEditingOn: rules['realm_allow_message_editing'] === true,
    limitOf: (setting) => {
      const limit = rules[`realm_${setting}`]
      return typeof limit === 'number' ? limit : null
    },
    mayInRealm: (permission) => mayInRealm(rules, permission),
  }
}

function seenBy(rules: Rules, message: Subject, now: number): ChangedMessage {
  return { isOwn: message.sender_id === rules.user_id, age: now - message.timestamp }
}
