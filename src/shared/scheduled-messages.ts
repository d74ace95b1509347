import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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
