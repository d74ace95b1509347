import type { PlainEvent } from './events'

/*
 * Events about the flags of messages, for the clients of the user whose flags they are.
 * Source: client notes 7; protocol notes 4.10.
 */

/** Where a message that has become unread is to be listed. */
export type UnreadDetails =
  | { type: 'private'; user_ids: number[]; mentioned?: true }
  | { type: 'stream'; stream_id: number; topic: string; mentioned?: true }

export function flagAdded(flag: string, messageIds: readonly number[]): PlainEvent {
  return flagsChanged('add', flag, messageIds, {})
}

/** @param details of messages that are unread now, by id */
export function flagRemoved(
  flag: string,
  messageIds: readonly number[],
  details?: Readonly<Record<number, UnreadDetails>>,
): PlainEvent {
  return flagsChanged('remove', flag, messageIds, details ? { message_details: details } : {})
}

/** Whatever the user has received is read. */
export function allRead(): PlainEvent {
  return { ...flagsChanged('add', 'read', [], {}), all: true }
}

/** Older clients know `op` as `operation`. */
function flagsChanged(
  op: 'add' | 'remove',
  flag: string,
  messages: readonly number[],
  more: object,
): PlainEvent {
  return { type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...more }
}
