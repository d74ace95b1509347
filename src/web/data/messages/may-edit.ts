import { contentEditRefusal } from '../../../shared/rules/editing-content'
import type { ChangedMessage, Changer } from '../../../shared/rules/editing-content'
import { mayInRealm } from '../rights/permissions'
import type { State } from '../records/state'
import type { Message } from '../records/message'

/* The reader's right to edit a message. Source: docs/protocol/messages.md#edit-policy. */

/** The fields of the state that decide. */
export type Rules = Pick<
  State,
  'user_id' | 'is_admin' | 'is_guest' | 'realm_user_groups' | 'streams' | 'archived'
> &
  Readonly<Record<string, unknown>>

export type Subject = Pick<Message, 'type' | 'sender_id' | 'timestamp'> & {
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

export function isWidget({ submessages = [] }: Subject): boolean {
  return submessages.length > 0
}

/** The reader, as rules for changes of messages see them. */
export function changerOf(rules: Rules): Changer {
  return {
    isModerator: rules.is_admin || rules['is_moderator'] === true,
    isEditingOn: rules['realm_allow_message_editing'] === true,
    limitOf: (setting) => (rules[`realm_${setting}`] as number | undefined) ?? null,
    mayInRealm: (permission) => mayInRealm(rules, permission),
  }
}

/** @param now Unix seconds */
export function seenBy(rules: Rules, message: Subject, now: number): ChangedMessage {
  return { isOwn: message.sender_id === rules.user_id, age: now - message.timestamp }
}
