import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { WebhookJobRow } from '../schema'
import { rememberWebhookJobs } from '../engine/transaction-effects'

export type NewWebhookJob = Pick<WebhookJobRow, 'bot_id' | 'trigger' | 'message'>

/** Leaves work for any worker, to be begun once the transaction commits. One statement. */
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
 * Takes the job that is due first, for as long as the lease: a worker that does not finish it by
 * then has died, and another one may take it.
 *
 * @param busyBotIds bots whose jobs are to be left
 */
export async function takeWebhookJob(
  db: Queryable,
  leaseSeconds: number,
  busyBotIds: readonly number[],
): Promise<WebhookJobRow | undefined> {
  const { rows } = await sql<WebhookJobRow>`
    update webhook_jobs
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from webhook_jobs
      where due_at <= now() and bot_id <> all(${[...busyBotIds]}::bigint[])
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Gives a job back, to be tried again after a pause. */
export async function postponeWebhookJob(
  db: Queryable,
  job: WebhookJobRow,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update webhook_jobs set due_at = now() + make_interval(secs => ${pauseSeconds})
    where realm_id = ${job.realm_id} and id = ${job.id}`.execute(db)
}

export async function deleteWebhookJob(db: Queryable, job: WebhookJobRow): Promise<void> {
  await db
    .deleteFrom('webhook_jobs')
    .where('realm_id', '=', job.realm_id)
    .where('id', '=', job.id)
    .execute()
}

/** Messages that services have not been told of yet, also those that somebody is telling. */
export async function countWebhookJobs(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('webhook_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
