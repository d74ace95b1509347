import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { mayTake } from '../jobs/job-losses'
import type { LinkPreviewJobRow } from '../schema'

export type NewLinkPreviewJob = Pick<LinkPreviewJobRow, 'message_id' | 'urls' | 'realm_url'>

/** Inserts jobs for any worker to start after the commit; a job of an earlier text is replaced. One statement. */
export async function queueLinkPreviewJobs(
  tx: Tx,
  realmId: number,
  jobs: readonly NewLinkPreviewJob[],
): Promise<void> {
  const rows = jobs.map(({ urls, ...job }) => ({ ...job, urls: JSON.stringify(urls) }))
  await sql`
    insert into link_preview_jobs (realm_id, message_id, urls, realm_url)
    select ${realmId}, message_id, array(select jsonb_array_elements_text(urls::jsonb)), realm_url
    from ${rowsAs('job', rows, { message_id: 'bigint', urls: 'text', realm_url: 'text' })}
    on conflict (realm_id, message_id) do update
    set urls = excluded.urls, realm_url = excluded.realm_url,
      revision = link_preview_jobs.revision + 1, attempts = 0, losses = 0, due_at = now()`.execute(
    tx,
  )
}

/**
 * Leases the job that is due first. A worker that does not finish it within the lease has died, and another may
 * take it.
 * @param busyRealmIds realms whose jobs to skip
 * @param suspects whether the job may be one with which a worker was lost
 */
export async function takeLinkPreviewJob(
  db: Queryable,
  leaseSeconds: number,
  busyRealmIds: readonly number[],
  suspects = true,
): Promise<LinkPreviewJobRow | undefined> {
  const { rows } = await sql<LinkPreviewJobRow>`
    update link_preview_jobs
    set attempts = attempts + 1, losses = losses + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, message_id) = (
      select realm_id, message_id from link_preview_jobs
      where due_at <= now() and realm_id <> all(${[...busyRealmIds]}::bigint[])
        and ${mayTake(suspects)}
      order by due_at, message_id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Deletes a finished job, unless an edit has replaced it meanwhile. */
export async function deleteLinkPreviewJob(db: Queryable, job: LinkPreviewJobRow): Promise<void> {
  await db
    .deleteFrom('link_preview_jobs')
    .where('realm_id', '=', job.realm_id)
    .where('message_id', '=', job.message_id)
    .where('revision', '=', job.revision)
    .execute()
}
