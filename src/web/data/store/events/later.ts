import { getRecord, withRecord, withoutRecord } from '../records'
import type { State } from '../state'
import type { Handlers } from './handlers'

/*
 * Events of scheduled messages and reminders; their lists are sorted by due time, soonest first.
 * Sources: docs/protocol/drafts-and-schedule.md#scheduled-events,
 * docs/protocol/drafts-and-schedule.md#reminder-events.
 */

type Scheduled = NonNullable<State['scheduled_messages']>
type Reminders = NonNullable<State['reminders']>

export const laterEvents: Handlers = {
  'scheduled_messages/add': (state, event) =>
    putScheduled(state, event['scheduled_messages'] as Scheduled),
  'scheduled_messages/update': (state, event) =>
    putScheduled(state, [event['scheduled_message'] as Scheduled[number]]),
  'scheduled_messages/remove': (state, { scheduled_message_id: id }) => {
    const known = state.scheduled_messages ?? []
    getRecord(known, 'scheduled_message_id', id)
    state.scheduled_messages = withoutRecord(known, 'scheduled_message_id', id)
  },
  'reminders/add': (state, event) => {
    let records = state.reminders ?? []
    for (const added of event['reminders'] as Reminders) {
      records = withRecord(records, 'reminder_id', added)
    }
    state.reminders = soonestFirst(records, ({ reminder_id: id }) => id)
  },
  'reminders/remove': (state, { reminder_id: id }) => {
    const known = state.reminders ?? []
    getRecord(known, 'reminder_id', id)
    state.reminders = withoutRecord(known, 'reminder_id', id)
  },
}

function putScheduled(state: State, changed: Scheduled): void {
  let records = state.scheduled_messages ?? []
  for (const record of changed) records = withRecord(records, 'scheduled_message_id', record)
  state.scheduled_messages = soonestFirst(records, ({ scheduled_message_id: id }) => id)
}

function soonestFirst<T extends { readonly scheduled_delivery_timestamp: number }>(
  records: readonly T[],
  idOf: (record: T) => number,
): readonly T[] {
  return records.toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || idOf(a) - idOf(b),
  )
}
