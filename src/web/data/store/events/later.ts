import type { ScheduledMessage } from '../../records/state'
import { getRecord, withRecord, withoutRecord } from '../../records/records'
import type { Handlers } from './handlers'

/*
 * Events of scheduled messages and reminders; their lists are sorted by due time, soonest first.
 * Sources: docs/protocol/drafts-and-schedule.md#scheduled-events,
 * docs/protocol/drafts-and-schedule.md#reminder-events.
 */

export const laterEvents: Handlers = {
  'scheduled_messages/add': (state, event) => {
    const added = event.scheduled_messages
    state.scheduled_messages = withAll(state.scheduled_messages, 'scheduled_message_id', added)
  },
  'scheduled_messages/update': (state, event) => {
    const changed = [event.scheduled_message]
    state.scheduled_messages = withAll(state.scheduled_messages, 'scheduled_message_id', changed)
  },
  'scheduled_messages/remove': (state, { scheduled_message_id: id }) => {
    state.scheduled_messages = without(state.scheduled_messages, 'scheduled_message_id', id)
  },
  'reminders/add': (state, event) => {
    const added = event.reminders
    state.reminders = withAll(state.reminders, 'reminder_id', added)
  },
  'reminders/remove': (state, { reminder_id: id }) => {
    state.reminders = without(state.reminders, 'reminder_id', id)
  },
}

function withAll<T extends Pick<ScheduledMessage, 'scheduled_delivery_timestamp'>>(
  list: readonly T[],
  key: keyof T,
  records: readonly T[],
): readonly T[] {
  return records
    .reduce((all, record) => withRecord(all, key, record), list)
    .toSorted(
      (a, b) =>
        a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
        Number(a[key]) - Number(b[key]),
    )
}

/** @throws UnknownRecordError */
function without<T extends object>(list: readonly T[], key: keyof T, id: unknown): readonly T[] {
  getRecord(list, key, id)
  return withoutRecord(list, key, id)
}
