import { mayResolveTopics } from '../../../shared/rules/resolving'
import type { RealmPermission } from '../store/permissions'
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
  if (rules['realm_allow_message_editing'] !== true) return undefined
  if (message.sender_id !== rules.user_id || isWidget(message)) return undefined
  return endOf(message, rules['realm_message_content_edit_limit_seconds'])
}

/** @param now Unix seconds */
export function mayEdit(message: Subject, rules: Rules, now: number): boolean {
  return now <= (editableUntil(message, rules) ?? -1)
}

/** Whether the reader may change the topic of a message. */
export function mayChangeTopic(message: Subject, rules: Rules, now: number): boolean {
  if (!isMovable(message, rules)) return false
  const editing = rules['realm_message_content_edit_limit_seconds']
  if (message.sender_id === rules.user_id && now <= endOf(message, editing)) return true
  const limit = rules['realm_move_messages_within_stream_limit_seconds']
  return mayMove(message, rules, now, 'can_move_messages_between_topics_group', limit)
}

export function mayChangeStream(message: Subject, rules: Rules, now: number): boolean {
  const limit = rules['realm_move_messages_between_streams_limit_seconds']
  return (
    isMovable(message, rules) &&
    mayMove(message, rules, now, 'can_move_messages_between_channels_group', limit)
  )
}

/** Whether the reader may mark the topic of a message as resolved or unresolved, whatever its age. */
export function mayResolve(message: Pick<Subject, 'type'>, rules: Rules): boolean {
  return (
    isMovable(message, rules) && mayResolveTopics((permission) => mayInRealm(rules, permission))
  )
}

function isMovable(message: Pick<Subject, 'type'>, rules: Rules): boolean {
  return message.type === 'stream' && rules['realm_allow_message_editing'] === true
}

function mayMove(
  message: Subject,
  rules: Rules,
  now: number,
  permission: RealmPermission,
  limit: unknown,
): boolean {
  if (!mayInRealm(rules, permission)) return false
  return rules.is_admin || rules['is_moderator'] === true || now <= endOf(message, limit)
}

export function mayDelete(message: Subject, rules: Rules, now: number): boolean {
  if (mayInRealm(rules, 'can_delete_any_message_group')) return true
  const isAllowed = mayInRealm(rules, 'can_delete_own_message_group')
  if (message.sender_id !== rules.user_id || !isAllowed) return false
  return now <= endOf(message, rules['realm_message_content_delete_limit_seconds'])
}

export function isWidget({ submessages = [] }: Subject): boolean {
  return submessages.length > 0
}

/** @param limit seconds after sending; null for no limit */
function endOf({ timestamp }: Subject, limit: unknown): number {
  return typeof limit === 'number' ? timestamp + limit : Infinity
}
