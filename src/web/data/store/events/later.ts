import { getRecord, withRecord, withoutRecord } from '../records'
import type { ServerEvent, State } from '../state'
import type { Handlers } from './handlers'

/*
 * Events of scheduled messages and reminders; their lists are sorted by due time, soonest first.
 * Sources: docs/protocol/drafts-and-schedule.md#scheduled-events,
 * docs/protocol/drafts-and-schedule.md#reminder-events.
 */

interface Later {
  scheduled_delivery_timestamp: number
  scheduled_message_id: number
  reminder_id: number
}

type Key = 'scheduled_message_id' | 'reminder_id'

const put = (list: string, key: Key, member: string) => (state: State, event: ServerEvent) => {
  let records = state[list] as readonly Later[]
  for (const record of [event[member]].flat() as Later[]) records = withRecord(records, key, record)
  state[list] = records.toSorted(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a[key] - b[key],
  )
}

const remove = (list: string, key: Key) => (state: State, event: ServerEvent) => {
  const records = state[list] as readonly Later[]
  getRecord(records, key, event[key])
  state[list] = withoutRecord(records, key, event[key])
}

const messages = ['scheduled_messages', 'scheduled_message_id'] as const
const reminders = ['reminders', 'reminder_id'] as const

export const laterEvents: Handlers = {
  'scheduled_messages/add': put(...messages, 'scheduled_messages'),
  'scheduled_messages/update': put(...messages, 'scheduled_message'),
  'scheduled_messages/remove': remove(...messages),
  'reminders/add': put(...reminders, 'reminders'),
  'reminders/remove': remove(...reminders),
}
