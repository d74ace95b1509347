import { sql } from 'kysely'
import type { DatedQueryable, Queryable } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { PushDeviceRow, PushJobRow } from '../schema'
import { lossTakenBack, mayTake } from '../jobs/job-losses'
import { personColumns } from './person-key'
import type { PersonKey } from './person-key'
import { pauseSeconds } from './push-messages'

/* Pushes that are due: one row for each device and conversation that the device shows, or is to show. */

/** A leased job with its device. */
export type TakenPush = Pick<
  PushJobRow,
  | 'realm_id'
  | 'device_id'
  | 'user_id'
  | 'conversation'
  | 'shown_ids'
  | 'revision'
  | 'attempts'
  | 'losses'
> &
  Pick<PushDeviceRow, 'endpoint' | 'p256dh' | 'auth' | 'token'> & {
    pending_since: Date
    /** Whether the device shows another conversation. */
    shows_others: boolean
  }

/**
 * Leases the jobs that are due first. A worker that does not finish them within the lease has died, and others take
 * them.
 * @param suspects whether one of them may be a job with which a worker was lost
 */
export async function takePushJobs(
  db: DatedQueryable,
  {
    leaseSeconds,
    most,
    suspects = true,
  }: { leaseSeconds: number; most: number; suspects?: boolean },
): Promise<TakenPush[]> {
  const { rows } = await sql<TakenPush>`
    with due as materialized (
      select ctid, losses, due_at from push_jobs
      where due_at <= ${db.now} and leased_until <= now() and ${mayTake(suspects)}
      order by due_at, realm_id, user_id limit ${most}::int for update skip locked
    ), taken as (
      update push_jobs
      set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1,
        losses = losses + 1
      -- By their place in the table: a join with these few rows would read the whole table.
      where ctid = any(array(
        select ctid from due where losses = 0
        union all (select ctid from due where losses > 0 order by due_at limit 1)))
      returning realm_id, device_id, user_id, conversation, shown_ids, revision, attempts, losses,
        pending_since
    )
    select taken.realm_id, taken.device_id, taken.user_id, taken.conversation,
      -- Drivers read arrays of bigint as texts.
      array_to_json(taken.shown_ids) as shown_ids, taken.revision, taken.attempts, taken.losses, taken.pending_since, device.endpoint, device.p256dh,
      device.auth, device.token,
      exists (
        select from push_jobs other
        where other.realm_id = taken.realm_id and other.device_id = taken.device_id
          and other.conversation <> taken.conversation and other.shown_ids <> '{}'
          and other.due_at is null
      ) as shows_others
    from taken
    join push_devices device on device.realm_id = taken.realm_id and device.id = taken.device_id
  `.execute(db)
  return rows
}

type JobKey = Pick<PushJobRow, 'realm_id' | 'device_id' | 'conversation' | 'attempts' | 'revision'>

/** The row, unless another worker has taken it meanwhile. */
function ofJob({ realm_id, device_id, conversation, attempts }: JobKey) {
  return sql`realm_id = ${realm_id} and device_id = ${device_id}
    and conversation = ${conversation} and attempts = ${attempts}`
}

/** A job whose device shows the present state. */
export interface FinishedPush {
  job: JobKey
  /** The messages that the device shows. */
  shownIds: readonly number[]
  /** When its service took a push; undefined: nothing was sent, as the device showed this already. */
  sentAt: Date | undefined
}

const finishedColumns = {
  realm_id: 'bigint',
  device_id: 'bigint',
  conversation: 'text',
  attempts: 'integer',
  revision: 'integer',
  shown_ids: 'text',
  sent_at: 'timestamptz',
} as const

/**
 * Records what devices show now, and that their services took pushes. A job whose conversation changed meanwhile stays
 * due; one that another worker has taken meanwhile stays as it is.
 */
export async function finishPushJobs(
  db: Queryable,
  finished: readonly FinishedPush[],
): Promise<void> {
  if (finished.length === 0) return
  const rows = finished.map(({ job, shownIds, sentAt }) => ({
    ...job,
    shown_ids: `{${shownIds.join(',')}}`,
    sent_at: sentAt ?? null,
  }))
  const next = sql`given.sent_at + make_interval(secs => ${sql.lit(pauseSeconds)})`
  const isCurrent = sql`job.revision = given.revision`
  await sql`
    with given as materialized (
      select realm_id, device_id, conversation, attempts, revision, shown_ids, sent_at
      from ${rowsAs('given', rows, finishedColumns)}
    ),
    -- Devices before their jobs, as they are deleted, and jobs in the order of others that lock several.
    devices as materialized (
      select realm_id, id from push_devices
      where (realm_id, id) in (
        select realm_id, device_id from given where sent_at is not null)
      order by realm_id, id for no key update
    ), succeeded as (
      update push_devices device
      set succeeded_at = given.sent_at, failures = 0, failing_since = null, last_error = null
      from devices join given on given.realm_id = devices.realm_id and given.device_id = devices.id
      where device.realm_id = devices.realm_id and device.id = devices.id
        and given.sent_at is not null
    ), jobs as materialized (
      select job.realm_id, job.device_id, job.conversation
      from given join push_jobs job using (realm_id, device_id, conversation, attempts)
      where (select count(*) from devices) >= 0
      order by job.realm_id, job.device_id, job.conversation for update of job
    )
    update push_jobs job
    set shown_ids = given.shown_ids::bigint[], attempts = 0, losses = 0, leased_until = '-infinity',
      sent_at = coalesce(given.sent_at, job.sent_at),
      due_at = case when not ${isCurrent} then greatest(job.due_at, ${next}) end,
      pending_since = case when not ${isCurrent} then job.pending_since end
    from jobs join given using (realm_id, device_id, conversation)
    where job.realm_id = given.realm_id and job.device_id = given.device_id
      and job.conversation = given.conversation and job.attempts = given.attempts`.execute(db)
}

/** Schedules another attempt. */
export async function postponePushJob(db: Queryable, job: JobKey, dueAt: Date): Promise<void> {
  await sql`
    update push_jobs
    set due_at = ${dueAt}, leased_until = '-infinity', losses = ${lossTakenBack}
    where ${ofJob(job)}
  `.execute(db)
}

/** Notes that an attempt failed in an orderly way; the end of the lease brings the next one. */
export async function noteFailedPush(db: Queryable, job: JobKey): Promise<void> {
  await sql`update push_jobs set losses = ${lossTakenBack} where ${ofJob(job)}`.execute(db)
}

/** Number of pushes of all workers that are not sent. */
export async function countPushJobs(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_jobs where due_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Enqueues a push without messages for some devices of a person, all without `deviceId`. @returns the number of devices */
export async function enqueueTestPushes(
  db: DatedQueryable,
  person: { realm_id: number; id: number },
  { conversation, deviceId }: { conversation: string; deviceId?: number },
): Promise<number> {
  const { rows } = await sql`
    insert into push_jobs (realm_id, device_id, conversation, user_id, due_at, pending_since)
    select realm_id, id, ${conversation}, user_id, ${db.now}::timestamptz, ${db.now}::timestamptz
    from push_devices
    where realm_id = ${person.realm_id} and user_id = ${person.id}
      and (${deviceId ?? null}::bigint is null or id = ${deviceId ?? null}::bigint)
    on conflict (realm_id, device_id, conversation) do update
    set due_at = excluded.due_at, pending_since = excluded.pending_since,
      revision = push_jobs.revision + 1
    returning device_id`.execute(db)
  return rows.length
}

/** A conversation that a device still shows though nothing in it is unread. */
export interface StaleNotification extends PersonKey {
  device_id: number
  conversation: string
}

/** The read conversations that devices of people still show; the newest `most` of each person. */
export async function listStaleNotifications(
  db: Queryable,
  people: readonly PersonKey[],
  most: number,
): Promise<StaleNotification[]> {
  const { rows } = await sql<StaleNotification>`
    select wanted.realm_id, wanted.user_id, stale.device_id, stale.conversation
    from ${rowsAs('wanted', people, personColumns)},
      lateral (
        select device_id, conversation from push_jobs job
        where realm_id = wanted.realm_id and user_id = wanted.user_id
          and shown_ids <> '{}' and due_at is null
          and not exists (
            select from push_messages message
            where message.realm_id = job.realm_id and message.user_id = job.user_id
              and message.conversation = job.conversation and message.is_enqueued)
        order by sent_at desc limit ${most}::int
      ) stale`.execute(db)
  return rows
}

/** Records that a device no longer shows some conversations. */
export async function clearStaleNotifications(
  db: Queryable,
  { realm_id, device_id }: Pick<JobKey, 'realm_id' | 'device_id'>,
  conversations: readonly string[],
): Promise<void> {
  if (conversations.length === 0) return
  await sql`
    update push_jobs set shown_ids = '{}'
    where realm_id = ${realm_id} and device_id = ${device_id} and due_at is null
      and conversation = any(${[...conversations]}::text[])`.execute(db)
}
