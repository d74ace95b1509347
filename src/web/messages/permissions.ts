import type { State } from '../store/state'
import type { Message } from './message'

/*
 * What the reader may do with a message, as far as the state tells: what the server would refuse is not
 * offered. Source: docs/protocol/messages.md#edit-policy.
 */

/** The keys of the state that decide. */
export type Rules = Pick<State, 'user_id' | 'is_admin' | 'is_guest'> &
  Readonly<Record<string, unknown>>

/** Values of the settings that end in `_policy`. Source: docs/protocol/register.md#realm. */
const policies = { members: 1, administrators: 2, fullMembers: 3, moderators: 4, everyone: 5 }

type Subject = Pick<Message, 'type' | 'sender_id' | 'timestamp'> & {
  submessages?: Message['submessages']
}

/**
 * When the reader's right to edit the text of a message ends, in seconds of Unix: Infinity for never,
 * undefined where there is no such right.
 */
export function editableUntil(message: Subject, rules: Rules): number | undefined {
  if (rules['realm_allow_message_editing'] !== true) return undefined
  if (message.sender_id !== rules.user_id || isWidget(message)) return undefined
  return endOf(message, rules['realm_message_content_edit_limit_seconds'])
}

/** @param now seconds of Unix */
export function mayEdit(message: Subject, rules: Rules, now: number): boolean {
  return now <= (editableUntil(message, rules) ?? -1)
}

/** Whether the reader may give a message, and with it its topic, another topic. */
export function mayChangeTopic(message: Subject, rules: Rules, now: number): boolean {
  const isOpen = rules['realm_allow_community_topic_editing'] === true && !rules.is_guest
  return mayMove(message, rules, now, isOpen || message.sender_id === rules.user_id)
}

/** Whether the reader may move a message to another stream. */
export function mayChangeStream(message: Subject, rules: Rules, now: number): boolean {
  return mayMove(
    message,
    rules,
    now,
    isAllowedBy(rules['realm_move_messages_between_streams_policy'], rules, now),
  )
}

function mayMove(message: Subject, rules: Rules, now: number, isAllowed: boolean): boolean {
  if (message.type !== 'stream' || rules['realm_allow_message_editing'] !== true) return false
  if (rules.is_admin) return true
  if (!isAllowed) return false
  if (message.sender_id === rules.user_id) return true
  return now <= endOf(message, rules['realm_community_topic_editing_limit_seconds'])
}

export function mayDelete(message: Subject, rules: Rules, now: number): boolean {
  if (rules.is_admin) return true
  const isAllowed =
    rules['realm_allow_message_deleting'] === true &&
    isAllowedBy(rules['realm_delete_own_message_policy'], rules, now)
  if (message.sender_id !== rules.user_id || !isAllowed) return false
  return now <= endOf(message, rules['realm_message_content_delete_limit_seconds'])
}

export function isWidget({ submessages = [] }: Subject): boolean {
  return submessages.length > 0
}

/** @param limit seconds after it was sent; null: for ever */
function endOf({ timestamp }: Subject, limit: unknown): number {
  return typeof limit === 'number' ? timestamp + limit : Infinity
}

function isAllowedBy(policy: unknown, rules: Rules, now: number): boolean {
  switch (policy) {
    case policies.everyone:
      return true
    case policies.members:
      return !rules.is_guest
    case policies.fullMembers:
      return rules.is_admin || (!rules.is_guest && isOldEnough(rules, now))
    case policies.administrators:
    case policies.moderators:
      return rules.is_admin
    default:
      return false
  }
}

/** Whether the reader has been here for as long as the organisation has newcomers wait. */
function isOldEnough(rules: Rules, now: number): boolean {
  const users = (rules['realm_users'] ?? []) as { user_id: number; date_joined?: string }[]
  const joined = Date.parse(
    users.find(({ user_id: id }) => id === rules.user_id)?.date_joined ?? '',
  )
  const days = Math.floor((now - joined / 1000) / 86_400)
  return days >= Number(rules['realm_waiting_period_threshold'] ?? 0)
}
