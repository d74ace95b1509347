import { withoutTrailing } from '../../../../shared/rules/characters'
import type { Queryable } from '../../../data/engine/database'
import {
  countLater,
  holdImportedUploads,
  insertImportedDrafts,
  insertImportedScheduled,
  reserveIds,
} from '../../../data/import/later'
import type { ImportedDraft, ImportedScheduled } from '../../../data/import/later'
import { uploadKeysIn } from '../../../data/uploads/links'
import { firstCharacters } from '../../../../shared/rules/characters'
import { textLimits } from '../../../../shared/rules/text-limits'
import { sizeLimits } from '../../../chat/rules/limits'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { Trial } from '../job/trial'
import type { DraftRecord, ScheduledRecord } from '../records'
import { renderTexts, resolveTexts } from '../job/texts'

/** Client of scheduled messages whose archive names none. */
const unknownClient = 'import'

type LaterRecord = ScheduledRecord | DraftRecord
type Placed<R> = { record: R; user_id: number; stream_id: number | null; recipients: string }

/** A text without the characters that the database refuses. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A content as long as a message may be. */
function withinLimits(content: string): string {
  const bytes = Buffer.from(storable(content))
  if (bytes.length <= textLimits.contentBytes) return bytes.toString()
  // A character that is cut in the middle becomes a replacement character.
  return withoutTrailing(bytes.subarray(0, textLimits.contentBytes).toString(), '\ufffd')
}

/** Resolves the keys of people and streams; leaves out, with a remark, rows that name unknown ones. */
async function placed<R extends LaterRecord>(
  job: ImportJob,
  records: readonly R[],
): Promise<Placed<R>[]> {
  const people = records.flatMap(({ userKey, to }) => [
    userKey,
    ...(to && 'userKeys' in to ? to.userKeys : []),
  ])
  const streamKeys = records.map(({ to }) => (to && 'streamKey' in to ? to.streamKey : undefined))
  const users = await idsOf(job, 'user', people)
  const streams = await idsOf(job, 'stream', streamKeys)
  return records.flatMap((record) => {
    const { to, userKey } = record
    const user_id = users.get(keyOf(userKey))
    const streamKey = to && 'streamKey' in to ? to.streamKey : undefined
    const stream_id = streamKey === undefined ? null : streams.get(keyOf(streamKey))
    const ids = to && 'userKeys' in to ? to.userKeys.map((key) => users.get(keyOf(key))) : []
    if (user_id === undefined || stream_id === undefined || ids.includes(undefined)) {
      const reason = 'Scheduled message or draft of or to an unknown user or stream'
      job.report.remark({ reason, file: record.key })
      return []
    }
    return [{ record, user_id, stream_id, recipients: ids.join(',') }]
  })
}

/** Leaves out rows beyond the limit of their user. */
async function withinLimit<R extends LaterRecord>(
  job: ImportJob,
  db: Queryable,
  table: 'scheduled_messages' | 'drafts',
  rows: readonly Placed<R>[],
): Promise<Placed<R>[]> {
  const most = table === 'drafts' ? sizeLimits.drafts : sizeLimits.scheduledMessages
  const users = rows.map(({ user_id }) => user_id)
  const counts = await countLater(db, job.realm.id, table, users)
  const added = job.trial?.countsOf(table) ?? new Map<number, number>()
  return rows.filter(({ user_id, record }) => {
    const more = added.get(user_id) ?? 0
    added.set(user_id, more + 1)
    if ((counts.get(user_id) ?? 0) + more < most) return true
    job.report.remark({ reason: 'Scheduled message or draft beyond the limit', file: record.key })
    return false
  })
}

/** The number of rows that a dry run would write. */
async function tryOut<R extends LaterRecord>(
  job: ImportJob,
  trial: Trial,
  table: 'scheduled_messages' | 'drafts',
  rows: readonly Placed<R>[],
): Promise<number> {
  const kept = await withinLimit(job, job.ctx.db.query, table, rows)
  const keys = kept.map(({ record }) => ({ key: keyOf(record.key) }))
  return trial.claim(table === 'drafts' ? 'draft' : 'scheduled', keys).size
}

const topicOf = ({ to }: LaterRecord): string =>
  to && 'topic' in to ? firstCharacters(storable(to.topic), textLimits.topicCharacters) : ''

/**
 * Writes messages that wait for their time. A message whose time has passed counts as failed, so that its author
 * decides: an import sends nothing.
 */
export async function writeScheduled(
  job: ImportJob,
  records: readonly ScheduledRecord[],
): Promise<number> {
  const found = await placed(job, await freshAmong(job, records))
  if (found.length === 0) return 0
  if (job.trial) return tryOut(job, job.trial, 'scheduled_messages', found)
  const reminded = await idsOf(
    job,
    'message',
    found.map(({ record }) => record.reminderOf),
  )
  const texts = (
    await resolveTexts(
      job,
      found.map(({ record }) => record.content),
    )
  ).map(({ content }) => withinLimits(content))
  const rendered = await renderTexts(job, texts)
  const contents = new Map(
    found.map(({ record }, index) => [
      record,
      { content: texts[index] ?? '', html: rendered[index]?.rendered.html ?? '' },
    ]),
  )
  return inBatch(job, async (tx) => {
    const rows = await withinLimit(job, tx, 'scheduled_messages', found)
    const ids = await reserveIds(tx, 'scheduled_messages', rows.length)
    const ready = rows.map(({ record, ...place }, index): ImportedScheduled => {
      const isOver = record.hasFailed === true || record.dueAt <= tx.now
      const { content = '', html = '' } = contents.get(record) ?? {}
      return {
        ...place,
        id: ids[index] as number,
        topic: topicOf(record),
        content,
        rendered_content: html,
        client: firstCharacters(storable(record.client ?? ''), 30) || unknownClient,
        read_by_sender: record.readBySender ?? null,
        reminder_of: reminded.get(keyOf(record.reminderOf ?? '')) ?? null,
        note: firstCharacters(storable(record.note ?? ''), sizeLimits.reminderNoteCharacters),
        due_at: record.dueAt,
        failed_at: isOver ? tx.now : null,
      }
    })
    await insertImportedScheduled(tx, job.realm.id, ready)
    await holdImportedUploads(
      tx,
      job.realm.id,
      ready.flatMap(({ id, user_id, content }) =>
        uploadKeysIn(job.realm.id, content).map((path_key) => ({ id, user_id, path_key })),
      ),
    )
    return (await claim(job, tx, 'scheduled', keysOf(rows, ids))).size
  })
}

export async function writeDrafts(
  job: ImportJob,
  records: readonly DraftRecord[],
): Promise<number> {
  const found = await placed(job, await freshAmong(job, records))
  if (found.length === 0) return 0
  if (job.trial) return tryOut(job, job.trial, 'drafts', found)
  const texts = await resolveTexts(
    job,
    found.map(({ record }) => record.content),
  )
  const contents = new Map(found.map(({ record }, index) => [record, texts[index]?.content ?? '']))
  return inBatch(job, async (tx) => {
    const rows = await withinLimit(job, tx, 'drafts', found)
    const ids = await reserveIds(tx, 'drafts', rows.length)
    const ready = rows.map(({ record, user_id, stream_id, recipients }, index): ImportedDraft => {
      const { to } = record
      const type = to && 'userKeys' in to ? 'private' : 'stream'
      return {
        id: ids[index] as number,
        user_id,
        type: to ? type : '',
        recipients: stream_id === null ? recipients : String(stream_id),
        topic: topicOf(record),
        content: withinLimits(contents.get(record) ?? ''),
        edited_at: record.editedAt,
      }
    })
    await insertImportedDrafts(tx, job.realm.id, ready)
    return (await claim(job, tx, 'draft', keysOf(rows, ids))).size
  })
}

function keysOf(rows: readonly Placed<LaterRecord>[], ids: readonly number[]) {
  return rows.map(({ record }, index) => ({ key: keyOf(record.key), id: ids[index] as number }))
}
