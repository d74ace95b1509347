import type { UserRow } from '../server/data/schema'
import type { PlainEvent } from './events'

/* Typing events. Source: docs/protocol/events.md#typing. */

export const typingOps = ['start', 'stop'] as const
export type TypingOp = (typeof typingOps)[number]

type Typist = Pick<UserRow, 'id' | 'email'>

/** @param participants of the private conversation, including the sender */
export function typingPrivately(
  op: TypingOp,
  sender: Typist,
  participants: readonly Typist[],
): PlainEvent {
  return {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: presentTypist(sender),
    recipients: participants.map(presentTypist),
  }
}

export function typingToStream(
  op: TypingOp,
  sender: Typist,
  streamId: number,
  topic: string,
): PlainEvent {
  return {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: presentTypist(sender),
    stream_id: streamId,
    topic,
  }
}

function presentTypist({ id, email }: Typist): { user_id: number; email: string } {
  return { user_id: id, email }
}

/** The place of a message, in the form of events about its edit. */
export type EditedPlace =
  | { type: 'direct'; user_ids: readonly number[] }
  | { type: 'channel'; channel_id: number; topic: string }

export function typingInEdit(
  op: TypingOp,
  { id: senderId }: Typist,
  messageId: number,
  recipient: EditedPlace,
): PlainEvent {
  return {
    type: 'typing_edit_message',
    op,
    sender_id: senderId,
    message_id: messageId,
    recipient,
  }
}
