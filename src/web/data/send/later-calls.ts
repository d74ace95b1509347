import { call } from '../api/call'
import type { Conversation } from '../records/conversation'
import { conversationOfDestination, destinationOf } from './destination'
import type { ScheduledMessage } from '../records/state'

/*
 * Calls about scheduled messages. All throw as `call`.
 * Source: docs/protocol/drafts-and-schedule.md#scheduled-messages.
 */

/** A message to be sent later. */
export interface LaterMessage {
  conversation: Conversation
  content: string
  /** Unix time in seconds. */
  at: number
}

/** @returns the id of the scheduled message */
export async function addScheduled(message: LaterMessage, ownId: number): Promise<number> {
  const { scheduled_message_id: id } = await call(
    'POST /scheduled_messages',
    argumentsOf(message, ownId),
  )
  return id
}

export async function changeScheduled(
  id: number,
  message: LaterMessage,
  ownId: number,
): Promise<void> {
  await call('PATCH /scheduled_messages/{scheduled_message_id}', {
    scheduled_message_id: id,
    ...argumentsOf(message, ownId),
  })
}

export async function reschedule(id: number, at: number): Promise<void> {
  await call('PATCH /scheduled_messages/{scheduled_message_id}', {
    scheduled_message_id: id,
    scheduled_delivery_timestamp: at,
  })
}

export async function removeScheduled(id: number): Promise<void> {
  await call('DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id: id })
}

/** The destination of a scheduled message. */
export function conversationOfScheduled(
  { to, topic = '' }: ScheduledMessage,
  ownId: number,
): Conversation {
  if (typeof to === 'number') return { kind: 'topic', streamId: to, topic }
  const found = conversationOfDestination({ kind: 'private', userIds: to }, ownId)
  return found ?? { kind: 'private', userIds: [] }
}

function argumentsOf({ conversation, content, at }: LaterMessage, ownId: number) {
  const text = { content, scheduled_delivery_timestamp: at }
  const destination = destinationOf(conversation, ownId)
  return destination.kind === 'private'
    ? { type: 'private', to: destination.userIds, ...text }
    : { type: 'stream', to: destination.streamId ?? 0, topic: destination.topic, ...text }
}
