import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { lossTakenBack, mayTake } from '../jobs/job-losses'
import type { WebhookJobRow } from '../schema'
import { rememberWebhookJobs } from '../engine/transaction-effects'

export type NewWebhookJob = Pick<WebhookJobRow, 'bot_id' | 'trigger' | 'message'>

/** Inserts jobs for any worker to start after the commit. One statement. */
export async function insertWebhookJobs(
  tx: Tx,
  realmId: number,
  jobs: readonly NewWebhookJob[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    insert into webhook_jobs (realm_id, bot_id, trigger, message)
    select ${realmId}, bot_id, trigger, message
    from ${rowsAs('job', jobs, { bot_id: 'bigint', trigger: 'text', message: 'text' })}
    order by position`.execute(tx)
  rememberWebhookJobs(tx)
}

/**
 * Leases the job that is due first. A worker that does not finish it within the lease has died, and
 * another may take it.
 * @param busyBotIds bots whose jobs to skip
 * @param suspects whether the job may be one with which a worker was lost
 */
export async function takeWebhookJob(
  db: Queryable,
  leaseSeconds: number,
  busyBotIds: readonly number[],
  suspects = true,
): Promise<WebhookJobRow | undefined> {
  const { rows } = await sql<WebhookJobRow>`
    update webhook_jobs
    set attempts = attempts + 1, losses = losses + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from webhook_jobs
      where due_at <= now() and bot_id <> all(${[...busyBotIds]}::bigint[])
        and ${mayTake(suspects)}
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Releases a job for a retry after a pause. */
export async function postponeWebhookJob(
  db: Queryable,
  job: WebhookJobRow,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update webhook_jobs
    set due_at = now() + make_interval(secs => ${pauseSeconds}), losses = ${lossTakenBack}
    where realm_id = ${job.realm_id} and id = ${job.id}`.execute(db)
}

export async function deleteWebhookJob(db: Queryable, job: WebhookJobRow): Promise<void> {
  await db
    .deleteFrom('webhook_jobs')
    .where('realm_id', '=', job.realm_id)
    .where('id', '=', job.id)
    .execute()
}

/** Number of webhook jobs not completed, including running ones. */
export async function countWebhookJobs(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('webhook_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
