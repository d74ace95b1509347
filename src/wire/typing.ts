import type { UserRow } from '../db/schema'
import type { PlainEvent } from './events'

/*
 * Events about who types. Source: protocol notes 4.10; client notes 7.
 */

export const typingOps = ['start', 'stop'] as const
export type TypingOp = (typeof typingOps)[number]

type Person = Pick<UserRow, 'id' | 'email'>

/** @param participants of the private conversation, the sender among them */
export function typingPrivately(
  op: TypingOp,
  sender: Person,
  participants: readonly Person[],
): PlainEvent {
  return {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: presentPerson(sender),
    recipients: participants.map(presentPerson),
  }
}

export function typingToStream(
  op: TypingOp,
  sender: Person,
  streamId: number,
  topic: string,
): PlainEvent {
  return {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: presentPerson(sender),
    stream_id: streamId,
    topic,
  }
}

function presentPerson({ id, email }: Person): { user_id: number; email: string } {
  return { user_id: id, email }
}
