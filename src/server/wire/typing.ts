import type { EditedPlace, Typing, TypingEvent, TypingOp } from '../../shared/typing'
import type { UserRow } from '../data/schema'

type Typist = Pick<UserRow, 'id' | 'email'>

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
