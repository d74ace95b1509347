import { recipientsOfScheduled } from '../../../data/exports/later'
import type { DraftOfExport, ScheduledOfExport } from '../../../data/exports/later'
import { seconds } from '../writing/rows'
import type { ArchiveRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { mapRows, rowsOfExported, sourceOf } from './sources'

/** Delivery types of the reference. */
const [sendLater, remind] = [1, 2]

/**
 * Scheduled messages, reminders, drafts and presence of people whose private data is exported. The reference has no
 * drafts in its archives, and no recipient for a conversation without messages: these are tables of Parley's own, which
 * it leaves aside. Source: docs/protocol/import.md#archive-own-tables.
 */
export function laterTables(job: ExportJob): Tables {
  return {
    zerver_scheduledmessage: scheduled(job, true),
    parley_scheduledmessage: scheduled(job, false),
    zerver_userpresence: presences(job),
    zerver_draft: mapRows(rowsOfExported<DraftOfExport>(job, 'drafts'), (row) => ({
      id: row.id,
      user_profile: row.user_id,
      type: row.type,
      recipient_ids: row.recipient_ids.map(Number),
      topic: row.topic,
      content: row.content,
      last_edit_time: seconds(row.edited_at),
    })),
  }
}

/** Latest presence of people, of the last two weeks; empty in a public export. */
async function* presences({ ctx, realm, scope, numbering }: ExportJob): AsyncGenerator<ArchiveRow> {
  if (scope.kind === 'public') return
  const consenting = scope.kind === 'consented' ? new Set(scope.userIds) : undefined
  const { presences: all } = await ctx.presence.list(realm.id, -1)
  for (const { userId, activeAt, connectedAt } of all) {
    if (consenting && !consenting.has(userId)) continue
    yield {
      id: numbering.next('userpresence'),
      realm: realm.id,
      user_profile: userId,
      last_active_time: activeAt === 0 ? null : activeAt,
      last_connected_time: connectedAt,
    }
  }
}

/** @param isKnown whether the table is that of the reference, with messages to recipients that have an id */
async function* scheduled(job: ExportJob, isKnown: boolean): AsyncGenerator<ArchiveRow> {
  const groups = await recipientsOfScheduled(sourceOf(job).db, job.realm.id)
  for await (const row of rowsOfExported<ScheduledOfExport>(job, 'scheduled_messages')) {
    if (row.sent_at) continue
    const recipient = recipientOf(job, row, groups)
    if ((recipient !== undefined) !== isKnown) continue
    yield {
      id: row.id,
      realm: row.realm_id,
      sender: row.user_id,
      stream: row.stream_id,
      subject: row.topic,
      content: row.content,
      rendered_content: row.rendered_content,
      sending_client: job.numbering.clientId(row.client),
      scheduled_timestamp: seconds(row.due_at),
      delivered: false,
      delivered_message: null,
      failed: row.failed_at !== null,
      failure_message: null,
      has_attachment: false,
      read_by_sender: row.read_by_sender,
      delivery_type: row.reminder_of === null ? sendLater : remind,
      reminder_target_message_id: row.reminder_of,
      reminder_note: row.note,
      ...(isKnown ? { recipient } : { recipient_ids: row.recipient_ids.map(Number) }),
    }
  }
}

function recipientOf(
  { streamRecipients, userRecipients }: ExportJob,
  { stream_id, user_id, recipient_ids }: ScheduledOfExport,
  groups: ReadonlyMap<string, number>,
): number | undefined {
  if (stream_id !== null) return streamRecipients.get(stream_id)
  const ids = recipient_ids.map(Number)
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return userRecipients.get(only)
  const members = [...new Set([...ids, user_id])].sort((a, b) => a - b)
  return groups.get(members.join(','))
}
