import type { DraftRecord, ScheduledRecord } from '../records'
import { optional } from './groups'
import { idIn, isTrue, keyIn, textIn, timeIn } from './rows'
import type { Row } from './rows'
import { rowsIn, rowsOfFile } from './tables'
import type { Tables } from './tables'
import { referTo } from './texts'

/** Own tables of Parley's archives are among them. Source: docs/protocol/import.md#archive-own-tables. */
const scheduledTables = ['zerver_scheduledmessage', 'parley_scheduledmessage']

/** Delivery type of reminders in tables that have it. */
const reminder = 2

/** Messages that were scheduled and not sent, and reminders. */
export async function* scheduled(tables: Tables): AsyncGenerator<ScheduledRecord> {
  const clients = new Map(
    rowsIn(tables, 'zerver_client').map((row) => [idIn(row, 'id'), textIn(row, 'name')]),
  )
  const rows = rowsOfFile(tables.folder, 'realm.json', scheduledTables, tables.remark)
  for await (const { table, row, number } of rows) {
    if (isTrue(row, 'delivered')) continue
    const [key, userKey, dueAt] = [
      keyIn(row, 'id'),
      keyIn(row, 'sender'),
      timeIn(row, 'scheduled_timestamp'),
    ]
    const to = userKey === undefined ? undefined : placeOf(tables, row, userKey)
    if (key === undefined || userKey === undefined || !dueAt || !to) {
      const reason = 'Scheduled message without an id, sender, recipient or time'
      tables.remark({ reason, file: `realm.json ${table}`, line: number })
      continue
    }
    const isReminder = row['delivery_type'] === reminder
    const readBySender = row['read_by_sender']
    yield {
      ...{ kind: 'scheduled', key, userKey, dueAt, to },
      content: referTo(textIn(row, 'content')),
      hasFailed: isTrue(row, 'failed'),
      ...optional('client', clients.get(idIn(row, 'sending_client'))),
      ...(typeof readBySender === 'boolean' ? { readBySender } : {}),
      ...(isReminder ? optional('reminderOf', keyIn(row, 'reminder_target_message')) : {}),
      ...(isReminder ? { note: textIn(row, 'reminder_note') } : {}),
    }
  }
}

function placeOf(
  { recipients }: Tables,
  row: Row,
  author: string,
): ScheduledRecord['to'] | undefined {
  const listed = row['recipient_ids']
  if (Array.isArray(listed)) return { userKeys: listed.map(String) }
  const recipient = recipients.get(idIn(row, 'recipient') ?? -1)
  if (!recipient) return undefined
  if (recipient.kind === 'stream')
    return { streamKey: recipient.key, topic: textIn(row, 'subject') }
  if (recipient.kind === 'person') return { userKeys: [recipient.key] }
  const others = recipient.memberKeys.filter((key) => key !== author)
  return { userKeys: others.length > 0 ? others : recipient.memberKeys }
}

/** Drafts, which only archives of Parley have. */
export async function* drafts(tables: Tables): AsyncGenerator<DraftRecord> {
  const rows = rowsOfFile(tables.folder, 'realm.json', ['zerver_draft'], tables.remark)
  for await (const { row, number } of rows) {
    const [key, userKey, editedAt] = [
      keyIn(row, 'id'),
      keyIn(row, 'user_profile'),
      timeIn(row, 'last_edit_time'),
    ]
    const listed: unknown = row['recipient_ids']
    const ids = Array.isArray(listed) ? listed.map(String) : []
    if (key === undefined || userKey === undefined || !editedAt) {
      const reason = 'Draft without an id, user or time'
      tables.remark({ reason, file: 'realm.json zerver_draft', line: number })
      continue
    }
    const topic = textIn(row, 'topic')
    const to =
      row['type'] === 'private' ? { userKeys: ids } : { ...optional('streamKey', ids[0]), topic }
    yield {
      ...{ kind: 'draft', key, userKey, editedAt, content: referTo(textIn(row, 'content')) },
      ...(row['type'] === 'private' || row['type'] === 'stream' ? { to } : {}),
    }
  }
}
