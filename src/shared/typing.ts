import type { UserRow } from '../server/data/schema'

/* Typing events. Source: docs/protocol/events.md#typing. */

export const typingOps = ['start', 'stop'] as const
export type TypingOp = (typeof typingOps)[number]

type Typist = Pick<UserRow, 'id' | 'email'>

export type TypingEvent =
  | {
      type: 'typing'
      op: TypingOp
      message_type: 'direct'
      sender: Typing
      recipients: readonly Typing[]
    }
  | {
      type: 'typing'
      op: TypingOp
      message_type: 'stream'
      sender: Typing
      stream_id: number
      topic: string
    }
  | {
      type: 'typing_edit_message'
      op: TypingOp
      sender_id: number
      message_id: number
      recipient: EditedPlace
    }

interface Typing {
  user_id: number
  email: string
}

/** @param participants of the private conversation, including the sender */
export function typingPrivately(
  op: TypingOp,
  sender: Typist,
  participants: readonly Typist[],
): TypingEvent {
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
): TypingEvent {
  return {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: presentTypist(sender),
    stream_id: streamId,
    topic,
  }
}

function presentTypist({ id, email }: Typist): Typing {
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
): TypingEvent {
  return {
    type: 'typing_edit_message',
    op,
    sender_id: senderId,
    message_id: messageId,
    recipient,
  }
}
