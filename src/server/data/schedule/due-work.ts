import { sql } from 'kysely'
import { fixedStatement } from '../engine/fixed-statement'
import { isStaleRow } from '../engine/outbox'
import type { DatedQueryable } from '../engine/database'
import { newestId } from '../notifications/progress'

/** Work in the database that is due for any worker. */
export interface DueWork {
  /** Committed events of all realms that are not relayed yet. */
  outboxRows: number
  /** Whether some of these events are stale. */
  staleOutboxRows: boolean
  scheduledMessages: boolean
  webhookJobs: boolean
  linkPreviews: boolean
  mails: boolean
  exports: boolean
  imports: boolean
  /** Whether messages may be unjudged: ids were assigned since the last judgment. */
  unjudgedMessages: boolean
  missedMessages: boolean
  /** Whether anybody has registered a device for pushes. */
  pushDevices: boolean
  pushMessages: boolean
  pushJobs: boolean
  endedStatuses: boolean
  incomingMails: boolean
  messageDeletions: boolean
}

interface DueWorkRow {
  outbox_rows: number
  stale_outbox_rows: boolean
  scheduled_messages: boolean
  webhook_jobs: boolean
  link_previews: boolean
  mails: boolean
  exports: boolean
  imports: boolean
  unjudged_messages: boolean
  missed_messages: boolean
  push_devices: boolean
  push_messages: boolean
  push_jobs: boolean
  ended_statuses: boolean
  incoming_mails: boolean
  message_deletions: boolean
}

/*
 * The check reads indexes that are nearly always empty. The worker that takes the work checks
 * again, under locks.
 */
const selectDueWork = fixedStatement<DueWorkRow, 'now'>(
  ['now'],
  ({ now }) => sql<DueWorkRow>`
    select (select count(*) from outbox) as outbox_rows,
      exists (select from outbox where ${isStaleRow}) as stale_outbox_rows,
      exists (
        select from scheduled_messages
        where due_at <= ${now} and sent_at is null and failed_at is null and leased_until <= now()
      ) as scheduled_messages,
      exists (select from webhook_jobs where due_at <= now()) as webhook_jobs,
      exists (select from link_preview_jobs where due_at <= now()) as link_previews,
      exists (
        select from mails
        where sent_at is null and failed_at is null and due_at <= ${now} and leased_until <= now()
      ) as mails,
      exists (
        select from realm_exports
        where due_at <= now() and finished_at is null and failed_at is null
      ) as exports,
      exists (select from import_jobs where due_at <= now() and ended_at is null) as imports,
      exists (
        select from notification_progress where judged_id < (${newestId})
      ) as unjudged_messages,
      exists (select from missed_messages where due_at <= ${now}) as missed_messages,
      exists (select from push_devices) as push_devices,
      exists (
        select from push_messages where due_at <= ${now} and not is_enqueued
      ) as push_messages,
      exists (
        select from push_jobs where due_at <= ${now} and leased_until <= now()
      ) as push_jobs,
      exists (select from user_statuses where ends_at <= ${now}) as ended_statuses,
      exists (
        select from incoming_mails where handled_at is null and due_at <= now()
      ) as incoming_mails,
      exists (select from message_deletion_jobs where due_at <= now()) as message_deletions`,
)

/** @param now the time against which times chosen by users and delayed retries are compared */
export async function findDueWork(db: DatedQueryable): Promise<DueWork> {
  const [row] = (await selectDueWork(db, { now: db.now })) as [DueWorkRow]
  return {
    outboxRows: row.outbox_rows,
    staleOutboxRows: row.stale_outbox_rows,
    scheduledMessages: row.scheduled_messages,
    webhookJobs: row.webhook_jobs,
    linkPreviews: row.link_previews,
    mails: row.mails,
    exports: row.exports,
    imports: row.imports,
    unjudgedMessages: row.unjudged_messages,
    missedMessages: row.missed_messages,
    pushDevices: row.push_devices,
    pushMessages: row.push_messages,
    pushJobs: row.push_jobs,
    endedStatuses: row.ended_statuses,
    incomingMails: row.incoming_mails,
    messageDeletions: row.message_deletions,
  }
}
