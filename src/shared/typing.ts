/* Typing events. Source: docs/protocol/events.md#typing. */

export const typingOps = ['start', 'stop'] as const
export type TypingOp = (typeof typingOps)[number]

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

export interface Typing {
  user_id: number
  email: string
}

/** The place of a message, in the form of events about its edit. */
export type EditedPlace =
  | { type: 'direct'; user_ids: readonly number[] }
  | { type: 'channel'; channel_id: number; topic: string }
