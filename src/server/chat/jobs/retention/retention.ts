import type { AppContext } from '../../../context'
import type { Dated } from '../../../lib/clock'
import {
  findDueConversations,
  listDueStreams,
  listForgetfulRealms,
  lockDueOfConversation,
  lockDueOfStream,
} from '../../../data/retention/expiry'
import type { DueStream } from '../../../data/retention/expiry'
import { lockStreamOfMessages } from '../../../data/streams/update-streams'
import { deleteFromConversation, deleteFromTopic } from '../../actions/messages/delete-messages'

type Context = Pick<AppContext, 'db' | 'metrics'>

/**
 * Called between two batches: pauses, so that others can use the database.
 * @returns whether to continue
 */
export type PauseBetweenBatches = () => Promise<boolean>

/** Max messages in one transaction, which blocks other writers of their topic. */
const messagesPerBatch = 200
const conversationsPerLook = 1_000
const dayMs = 86_400_000

/**
 * Deletes messages older than the retention time of their organization or stream, in small transactions, and
 * notifies users who could read them. Starred messages are deleted too. If a run stops early, the next run
 * continues.
 *
 * Source: docs/protocol/retention-and-export.md#retention.
 */
export async function deleteOldMessages(
  ctx: Context,
  pauseBetween: PauseBetweenBatches,
): Promise<void> {
  const db = ctx.db.dated()
  for (const due of await listDueStreams(db)) {
    const before = daysBefore(db, due.days)
    if (!(await untilDone(ctx, pauseBetween, () => deleteOldOfStream(ctx, due, before)))) return
  }
  for (const realm of await listForgetfulRealms(db)) {
    if (!(await deleteOldPrivate(ctx, pauseBetween, realm, daysBefore(db, realm.days)))) return
  }
}

async function deleteOldOfStream({ db }: Context, due: DueStream, before: Date): Promise<number> {
  const { realm_id: realmId, stream_id: streamId } = due
  return db.transaction(async (tx) => {
    // Moving messages of the stream takes this lock too.
    const stream = await lockStreamOfMessages(tx, realmId, streamId)
    if (!stream) return 0
    const found = await lockDueOfStream(tx, due, before, messagesPerBatch)
    if (!found || found.ids.length === 0) return 0
    await deleteFromTopic(tx, undefined, { stream, topic: found.topic }, found.ids)
    return found.ids.length
  })
}

async function deleteOldPrivate(
  ctx: Context,
  pauseBetween: PauseBetweenBatches,
  { id: realmId }: { id: number },
  before: Date,
): Promise<boolean> {
  for (let afterId = 0; ;) {
    const look = { afterId, atMost: conversationsPerLook }
    const { due, last_id: lastId } = await findDueConversations(ctx.db.query, realmId, before, look)
    for (const dmGroupId of due) {
      const work = () => deleteOldOfConversation(ctx, realmId, dmGroupId, before)
      if (!(await untilDone(ctx, pauseBetween, work))) return false
    }
    if (lastId === null) return true
    afterId = lastId
    if (!(await pauseBetween())) return false
  }
}

async function deleteOldOfConversation(
  { db }: Context,
  realmId: number,
  dmGroupId: number,
  before: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockDueOfConversation(tx, { realmId, dmGroupId }, before, messagesPerBatch)
    if (ids.length > 0) await deleteFromConversation(tx, realmId, dmGroupId, ids)
    return ids.length
  })
}

/** Repeats batches until one finds nothing. @returns false if `pauseBetween` asked to stop before that */
async function untilDone(
  { metrics }: Context,
  pauseBetween: PauseBetweenBatches,
  batch: () => Promise<number>,
): Promise<boolean> {
  for (;;) {
    const deleted = await batch()
    metrics.messagesExpired.inc(deleted)
    if (!(await pauseBetween())) return false
    if (deleted === 0) return true
  }
}

function daysBefore({ now }: Dated, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
