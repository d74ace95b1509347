import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ScheduledMessage } from '../server/data/schedule/scheduled-messages'
import { unixSeconds } from './time'

/*
 * Scheduled messages and reminders, visible to their author's own clients only.
 * Sources: docs/protocol/drafts-and-schedule.md#scheduled-object,
 * docs/protocol/drafts-and-schedule.md#reminder-object.
 */

const common = {
  content: Type.String({ description: 'Markdown' }),
  rendered_content: Type.String({ description: 'HTML' }),
  scheduled_delivery_timestamp: Type.Integer({ description: 'Unix time in seconds' }),
  failed: Type.Boolean({ description: 'Whether it could not be sent when it was time' }),
}

export const scheduledMessageSchema = Type.Object({
  scheduled_message_id: Type.Integer(),
  type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
  to: Type.Union([Type.Integer(), Type.Array(Type.Integer())], {
    description: 'The id of a stream, or ids of users',
  }),
  topic: Type.Optional(Type.String({ description: 'Streams only' })),
  ...common,
})

export const reminderSchema = Type.Object({
  reminder_id: Type.Integer(),
  type: Type.Literal('private'),
  to: Type.Array(Type.Integer(), { description: "The requester's own id" }),
  ...common,
  reminder_target_message_id: Type.Integer(),
})

export type ScheduledMessageRecord = Static<typeof scheduledMessageSchema>
export type ReminderRecord = Static<typeof reminderSchema>

/** The inputs of the records. */
export type ScheduledFacts = Pick<
  ScheduledMessage,
  'id' | 'stream_id' | 'recipient_ids' | 'topic' | 'content' | 'rendered_content' | 'reminder_of'
> & { due_at: Date; failed_at: unknown }

export function presentScheduledMessage(facts: ScheduledFacts): ScheduledMessageRecord {
  const { id, stream_id: streamId, recipient_ids: ids, topic } = facts
  return {
    scheduled_message_id: id,
    ...(streamId === null ? { type: 'private', to: ids } : { type: 'stream', to: streamId, topic }),
    ...presentCommon(facts),
  }
}

export function presentReminder(facts: ScheduledFacts): ReminderRecord {
  return {
    reminder_id: facts.id,
    type: 'private',
    to: facts.recipient_ids,
    ...presentCommon(facts),
    reminder_target_message_id: facts.reminder_of ?? 0,
  }
}

function presentCommon({ content, rendered_content, due_at, failed_at }: ScheduledFacts) {
  return {
    content,
    rendered_content,
    scheduled_delivery_timestamp: unixSeconds(due_at),
    failed: failed_at !== null,
  }
}

export type ScheduledMessageEvent =
  | {
      type: 'scheduled_messages'
      op: 'add'
      scheduled_messages: readonly ScheduledMessageRecord[]
    }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: ScheduledMessageRecord }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: readonly ReminderRecord[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }

export function scheduledMessagesAdded(
  added: readonly ScheduledMessageRecord[],
): ScheduledMessageEvent {
  return { type: 'scheduled_messages', op: 'add', scheduled_messages: added }
}

export function scheduledMessageChanged(changed: ScheduledMessageRecord): ScheduledMessageEvent {
  return { type: 'scheduled_messages', op: 'update', scheduled_message: changed }
}

export function scheduledMessageRemoved(id: number): ScheduledMessageEvent {
  return { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }
}

export function remindersAdded(added: readonly ReminderRecord[]): ScheduledMessageEvent {
  return { type: 'reminders', op: 'add', reminders: added }
}

export function reminderRemoved(id: number): ScheduledMessageEvent {
  return { type: 'reminders', op: 'remove', reminder_id: id }
}
