import { sql } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { MessageDeletionJobRow } from '../schema'
import { mayTake } from '../jobs/job-losses'

/*
 * Jobs that delete the messages of deactivated accounts, newest messages first.
 * Source: docs/protocol/accounts.md#deactivation-actions.
 */

/** The kinds of places whose messages are deleted. */
type DeletedPlaces = Pick<
  MessageDeletionJobRow,
  'in_public_channels' | 'in_private_channels' | 'in_conversations'
>

export interface NewDeletionJobs {
  realmId: number
  /** The senders, in the order of their jobs. */
  userIds: readonly number[]
  actingUserId: number
  places: DeletedPlaces
}

export async function insertDeletionJobs(
  tx: Tx,
  { realmId, userIds, actingUserId, places }: NewDeletionJobs,
): Promise<void> {
  const common = { realm_id: realmId, acting_user_id: actingUserId, ...places }
  await tx
    .insertInto('message_deletion_jobs')
    .values(userIds.map((user_id) => ({ ...common, user_id })))
    .execute()
}

/** Ends the job of an account that is reactivated; waits for a batch that is being deleted. */
export async function cancelDeletionJob(
  tx: Tx,
  realmId: number,
  userId: number,
): Promise<MessageDeletionJobRow | undefined> {
  return tx
    .deleteFrom('message_deletion_jobs')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Leases the job that is due first. The jobs of a realm run in their order, and the realms in turn. A worker that does not
 * release a job within the lease has died, and another may take it.
 */
export async function takeDeletionJob(
  db: Queryable,
  leaseSeconds: number,
  suspects = true,
): Promise<MessageDeletionJobRow | undefined> {
  const { rows } = await sql<MessageDeletionJobRow>`
    update message_deletion_jobs
    set attempts = attempts + 1, losses = losses + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from message_deletion_jobs job
      where due_at <= now() and ${mayTake(suspects)} and not exists (
        select from message_deletion_jobs earlier
        where earlier.realm_id = job.realm_id and earlier.id < job.id
          and earlier.due_at < 'infinity')
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Sets a job aside: no worker takes it any more. @returns false if it was canceled, or taken by another worker */
export async function setDeletionJobAside(tx: Tx, job: MessageDeletionJobRow): Promise<boolean> {
  const { rows } = await sql`
    update message_deletion_jobs set due_at = 'infinity' where ${isTaken(job)} returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Locks a taken job. @returns false if it was canceled, or taken by another worker */
export async function lockDeletionJob(tx: Tx, job: MessageDeletionJobRow): Promise<boolean> {
  const { rows } = await sql`
    select from message_deletion_jobs where ${isTaken(job)} for update`.execute(tx)
  return rows.length > 0
}

/** Counts deleted messages, and renews the lease of a locked job. */
export async function noteDeleted(
  tx: Tx,
  job: MessageDeletionJobRow,
  deleted: number,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update message_deletion_jobs
    set deleted_messages = deleted_messages + ${deleted},
      due_at = now() + make_interval(secs => ${leaseSeconds})
    where ${isTaken(job)}`.execute(tx)
}

/** Releases a job, which is due again at once. @param belowId where it goes on; null: at the newest message */
export async function releaseDeletionJob(
  db: Queryable,
  job: MessageDeletionJobRow,
  belowId: number | null,
): Promise<void> {
  await sql`
    update message_deletion_jobs set below_id = ${belowId}, due_at = now(), losses = 0
    where ${isTaken(job)}`.execute(db)
}

/**
 * Ends a job that has seen all messages. A younger job sees them all once more: a request that was under way at the
 * deactivation may have stored a message since.
 *
 * @returns the ended job; undefined if it goes on, or is another worker's
 */
export async function endDeletionJob(
  tx: Tx,
  job: MessageDeletionJobRow,
  youngestSeconds: number,
): Promise<MessageDeletionJobRow | undefined> {
  const wait = sql`make_interval(secs => ${youngestSeconds})`
  const { rows } = await sql<MessageDeletionJobRow>`
    delete from message_deletion_jobs
    where ${isTaken(job)} and requested_at <= now() - ${wait}
    returning *`.execute(tx)
  if (rows.length > 0) return rows[0]
  await sql`
    update message_deletion_jobs set below_id = null, due_at = requested_at + ${wait}, losses = 0
    where ${isTaken(job)}`.execute(tx)
  return undefined
}

/** Jobs that are not completed, and the age of the oldest; 0 without jobs. */
export async function countDeletionJobs(
  db: DatedQueryable,
): Promise<{ jobs: number; oldestSeconds: number }> {
  const { rows } = await sql<{ jobs: number; oldestSeconds: number }>`
    select count(*)::int as jobs,
      coalesce(greatest(0, extract(epoch from ${db.now}::timestamptz - min(requested_at))), 0)::float8
        as "oldestSeconds"
    from message_deletion_jobs`.execute(db)
  return rows[0] ?? { jobs: 0, oldestSeconds: 0 }
}

function isTaken({ realm_id, id, attempts }: MessageDeletionJobRow) {
  return sql<boolean>`realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}`
}

/** A message of the sender, and where it is. */
export interface SentPlace {
  id: number
  /** Null: a private conversation. */
  stream_id: number | null
  dm_group_id: number | null
  topic_key: string
  /** Whether the stream is private; null in private conversations. */
  invite_only: boolean | null
}

/** The newest messages of a sender that the job has not seen, newest first. */
export async function listUnseenOfSender(
  db: Queryable,
  { realm_id: realmId, user_id: userId, below_id: belowId }: MessageDeletionJobRow,
  atMost: number,
): Promise<SentPlace[]> {
  const isUnseen = belowId === null ? sql`true` : sql`messages.id < ${belowId}`
  const { rows } = await sql<SentPlace>`
    select messages.id, stream_id, dm_group_id, fold_case(topic) as topic_key, invite_only
    from messages
    left join streams on streams.realm_id = messages.realm_id and streams.id = stream_id
    where messages.realm_id = ${realmId} and sender_id = ${userId} and ${isUnseen}
    order by messages.id desc limit ${atMost}`.execute(db)
  return rows
}

/** Locks messages of a sender that are still where they were seen, all in one topic or conversation; ids ascend. */
export async function lockOfSender(
  tx: Tx,
  { realm_id: realmId, user_id: userId }: MessageDeletionJobRow,
  seen: readonly [SentPlace, ...SentPlace[]],
): Promise<{ id: number; topic: string }[]> {
  const [{ stream_id: streamId, dm_group_id: groupId, topic_key: topicKey }] = seen
  const ids = seen.map(({ id }) => id)
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from messages
    where realm_id = ${realmId} and sender_id = ${userId} and id = any(${ids}::bigint[])
      and stream_id is not distinct from ${streamId}::bigint
      and dm_group_id is not distinct from ${groupId}::bigint
      and fold_case(topic) = ${topicKey}
    order by id for update`.execute(tx)
  return rows
}
