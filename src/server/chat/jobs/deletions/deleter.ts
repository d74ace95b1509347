import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext, BackgroundJob } from '../../../context'
import {
  countDeletionJobs,
  endDeletionJob,
  listUnseenOfSender,
  lockDeletionJob,
  lockOfSender,
  noteDeleted,
  releaseDeletionJob,
  setDeletionJobAside,
  takeDeletionJob,
} from '../../../data/retention/deletion-jobs'
import type { SentPlace } from '../../../data/retention/deletion-jobs'
import type { Tx } from '../../../data/engine/database'
import { isLostTooOften, isSuspect, noteFailedAttempt } from '../../../data/jobs/job-losses'
import type { MessageDeletionJobRow } from '../../../data/schema'
import { lockStreamOfMessages } from '../../../data/streams/update-streams'
import { findUserById } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'
import type { Repetition } from '../../../lib/pauses'
import { deleteFromConversation, deleteFromTopic } from '../../actions/messages/delete-messages'
import { reportSetAside } from '../../notify/set-aside'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { person } from '../../rules/messages/quoting'
import { recordActs } from '../../notify/audit-log'

/** Lease of a job: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 30
/** Messages that a worker looks at before it releases the job, so that realms take turns. */
const messagesPerLook = 500
/** Max messages in one transaction, which blocks other writers of their topic. */
const messagesPerBatch = 200
/** Time after which no request from before a deactivation is under way. */
const requestSeconds = 10
const shortestPauseMs = 5

type Context = Pick<AppContext, 'db' | 'log' | 'caches' | 'metrics' | 'renderer' | 'suspects'>

/**
 * Background job of every worker that deletes the messages of deactivated accounts. The jobs are in a table that all workers
 * share; when a worker dies, others take its job after the lease.
 * Source: docs/protocol/accounts.md#deactivation-actions.
 */
export function createMessageDeleter(ctx: Context & Pick<AppContext, 'dueWork'>): BackgroundJob {
  const stopped = new AbortController()
  let looking: Repetition | undefined
  return {
    start() {
      looking = ctx.dueWork.watch(
        (due) => (due.messageDeletions ? runDeletionJobs(ctx, stopped.signal) : undefined),
        // When the lease ends, a worker tries again.
        (error) =>
          ctx.log.warn({ err: error }, 'could not delete messages of a deactivated account'),
      )
    },
    async stop() {
      stopped.abort()
      await looking?.stop()
    },
  }
}

/** Sets the metrics of the jobs that are not completed. */
export async function measureDeletions({
  db,
  metrics,
}: Pick<AppContext, 'db' | 'metrics'>): Promise<void> {
  const { jobs, oldestSeconds } = await countDeletionJobs(db.dated())
  metrics.deletionJobs.set(jobs)
  metrics.deletionAge.set(oldestSeconds)
}

/** Runs all due jobs. When `stop` aborts, other workers take over the rest. */
export async function runDeletionJobs(ctx: Context, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const { taken: job, leave } = await ctx.suspects.take(
      (suspects) => takeDeletionJob(ctx.db.query, leaseSeconds, suspects),
      (found) => found !== undefined && isSuspect(found),
    )
    if (!job) return
    try {
      if (isLostTooOften(job.losses)) await setAside(ctx, job)
      else await attempt(ctx, job, stop)
    } finally {
      leave()
    }
  }
}

async function attempt(
  ctx: Context,
  job: MessageDeletionJobRow,
  stop?: AbortSignal,
): Promise<void> {
  try {
    await goOn(ctx, job, stop)
  } catch (error) {
    await noteFailedAttempt(ctx.db.query, 'deletion', job)
    throw error
  }
}

/** Sets a job aside with which workers were lost, and tells its administrator. */
async function setAside(ctx: Context, job: MessageDeletionJobRow): Promise<void> {
  const { realm_id: realmId, acting_user_id: actorId, user_id: userId } = job
  const user = await findUserById(ctx.db.query, realmId, userId)
  const isOurs = await ctx.db.transaction(async (tx) => {
    if (!(await setDeletionJobAside(tx, job))) return false
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId,
      recipientIds: [actorId],
      content: (say) => say('deletion.setAside', { user: user ? person(user) : '' }),
    })
    return true
  })
  if (isOurs) reportSetAside(ctx, 'deletion', { job: job.id, realm: realmId })
}

/** Deletes a part of the messages of a job, and releases it. */
async function goOn(ctx: Context, job: MessageDeletionJobRow, stop?: AbortSignal): Promise<void> {
  const unseen = await listUnseenOfSender(ctx.db.query, job, messagesPerLook)
  const last = unseen.at(-1)
  if (!last) return finish(ctx, job)
  const chosen = unseen.filter((message) => isChosen(job, message))
  let left = chosen.length
  for (const batch of batchesOf(chosen)) {
    if (stop?.aborted) break
    const begun = performance.now()
    const deleted = await deleteBatch(ctx, job, batch)
    if (deleted === undefined) return
    left -= deleted
    // Others can use the database at least half of the time.
    await delay(Math.max(performance.now() - begun, shortestPauseMs))
  }
  // Messages that were moved meanwhile are left: the next part begins with them.
  await releaseDeletionJob(ctx.db.query, job, left === 0 ? last.id : job.below_id)
}

function isChosen(
  job: MessageDeletionJobRow,
  { invite_only: isPrivate }: Pick<SentPlace, 'invite_only'>,
): boolean {
  if (isPrivate === null) return job.in_conversations
  return isPrivate ? job.in_private_channels : job.in_public_channels
}

/** Messages of one topic or conversation. */
type Batch = readonly [SentPlace, ...SentPlace[]]

/** Splits messages by their place, into at most as many as fit into a transaction. */
function batchesOf(messages: readonly SentPlace[]): Batch[] {
  const placeOf = (at: SentPlace) => JSON.stringify([at.stream_id, at.dm_group_id, at.topic_key])
  return [...groupBy(messages, placeOf).values()].flatMap((together) =>
    Array.from(
      { length: Math.ceil(together.length / messagesPerBatch) },
      (_, index) =>
        together.slice(
          index * messagesPerBatch,
          (index + 1) * messagesPerBatch,
        ) as unknown as Batch,
    ),
  )
}

/** @returns the number of deleted messages; undefined if the job was canceled, or taken by another worker */
async function deleteBatch(
  { db }: Context,
  job: MessageDeletionJobRow,
  batch: Batch,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockDeletionJob(tx, job))) return undefined
    const [{ stream_id: streamId, dm_group_id: groupId }] = batch
    const deleted =
      streamId === null
        ? await deleteInConversation(tx, job, groupId, batch)
        : await deleteInStream(tx, job, streamId, batch)
    await noteDeleted(tx, job, deleted, leaseSeconds)
    return deleted
  })
}

async function deleteInStream(
  tx: Tx,
  job: MessageDeletionJobRow,
  streamId: number,
  batch: Batch,
): Promise<number> {
  const { realm_id: realmId, acting_user_id: actorId } = job
  // Moving messages of the stream takes this lock too.
  const stream = await lockStreamOfMessages(tx, realmId, streamId)
  if (!stream || !isChosen(job, stream)) return 0
  const messages = await lockOfSender(tx, job, batch)
  const [first] = messages
  if (!first) return 0
  const ids = messages.map(({ id }) => id)
  await deleteFromTopic(tx, { id: actorId }, { stream, topic: first.topic }, ids)
  return ids.length
}

async function deleteInConversation(
  tx: Tx,
  job: MessageDeletionJobRow,
  groupId: number | null,
  batch: Batch,
): Promise<number> {
  const ids = (await lockOfSender(tx, job, batch)).map(({ id }) => id)
  if (groupId === null || ids.length === 0) return 0
  await deleteFromConversation(tx, job.realm_id, groupId, ids)
  return ids.length
}

async function finish({ db }: Context, job: MessageDeletionJobRow): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await endDeletionJob(tx, job, requestSeconds)
    if (!ended) return
    await recordActs(tx, ended.realm_id, [
      {
        act: 'user_messages_deleted',
        affected: { type: 'user', id: ended.user_id },
        after: { messages: ended.deleted_messages },
      },
    ])
  })
}
