import type {
  ReminderRecord,
  ScheduledMessageEvent,
  ScheduledMessageRecord,
} from '../../shared/scheduled-messages'
import type { ScheduledMessage } from '../data/schedule/scheduled-messages'
import { unixSeconds } from './time'

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
