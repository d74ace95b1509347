import type { AppContext } from '../../context'
import {
  findDueConversations,
  listDueStreams,
  listForgetfulRealms,
  lockDueOfConversation,
  lockDueOfStream,
} from '../../db/keeping/expiry'
import type { DueStream } from '../../db/keeping/expiry'
import { lockStreamOfMessages } from '../../db/streams/update-streams'
import { deleteFromConversation, deleteFromTopic } from '../messages/deletion/delete-messages'

type Context = Pick<AppContext, 'db' | 'clock' | 'metrics'>

/**
 * Called between two batches. Waits for as long as others are to have the database to themselves.
 * @returns whether to go on
 */
export type Breather = () => Promise<boolean>

/** Messages of one transaction, which keeps their topic's other writers waiting. */
const messagesPerBatch = 200
const conversationsPerLook = 1_000
const dayMs = 86_400_000

/**
 * Deletes what is older than its organisation or its stream keeps messages, in small transactions, and
 * tells those who had access. Starring a message does not save it. Where it ends early, whoever comes
 * next goes on.
 *
 * Source: docs/protocol/retention-and-export.md#retention.
 */
export async function deleteOldMessages(ctx: Context, breathe: Breather): Promise<void> {
  const now = ctx.clock.now()
  for (const due of await listDueStreams(ctx.db.query, now)) {
    if (!(await untilDone(ctx, breathe, () => deleteOldOfStream(ctx, due, now)))) return
  }
  for (const realm of await listForgetfulRealms(ctx.db.query)) {
    if (!(await deleteOldPrivate(ctx, breathe, realm, daysBefore(now, realm.days)))) return
  }
}

async function deleteOldOfStream({ db }: Context, due: DueStream, now: Date): Promise<number> {
  const { realm_id: realmId, stream_id: streamId, days } = due
  return db.transaction(async (tx) => {
    // Whoever moves messages of the stream holds this lock as well.
    const stream = await lockStreamOfMessages(tx, realmId, streamId)
    if (!stream) return 0
    const found = await lockDueOfStream(tx, due, daysBefore(now, days), messagesPerBatch)
    if (!found || found.ids.length === 0) return 0
    await deleteFromTopic(tx, undefined, { stream, topic: found.topic }, found.ids)
    return found.ids.length
  })
}

async function deleteOldPrivate(
  ctx: Context,
  breathe: Breather,
  { id: realmId }: { id: number },
  before: Date,
): Promise<boolean> {
  for (let afterId = 0; ;) {
    const look = { afterId, atMost: conversationsPerLook }
    const { due, last_id: lastId } = await findDueConversations(ctx.db.query, realmId, before, look)
    for (const dmGroupId of due) {
      const work = () => deleteOldOfConversation(ctx, realmId, dmGroupId, before)
      if (!(await untilDone(ctx, breathe, work))) return false
    }
    if (lastId === null) return true
    afterId = lastId
    if (!(await breathe())) return false
  }
}

async function deleteOldOfConversation(
  { db }: Context,
  realmId: number,
  dmGroupId: number,
  before: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await lockDueOfConversation(tx, realmId, dmGroupId, before, messagesPerBatch)
    if (ids.length > 0) await deleteFromConversation(tx, realmId, dmGroupId, ids)
    return ids.length
  })
}

/** Repeats batches until one finds nothing. @returns whether nobody wanted it to stop before */
async function untilDone(
  { metrics }: Context,
  breathe: Breather,
  batch: () => Promise<number>,
): Promise<boolean> {
  for (;;) {
    const deleted = await batch()
    metrics.messagesExpired.inc(deleted)
    if (!(await breathe())) return false
    if (deleted === 0) return true
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
