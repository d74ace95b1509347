import type { AppContext } from '../../../context'
import {
  deleteUnlinkedUploads,
  scheduleFileDeletion,
  forgetDeletedFiles,
  listFilesToDelete,
  purgeArchived,
} from '../../../data/retention/purge'
import { sumOfUploads } from '../../../data/uploads/uploads'
import { publish } from '../../../events/publish'
import { attachmentRemoved } from '../../../wire/uploads'
import { forUser } from '../../notify/publications'
import { allKeysOf } from '../../access/uploads/files'
import type { PauseBetweenBatches } from './retention'

/**
 * How long deleted messages can be restored.
 * Source: docs/protocol/retention-and-export.md#archive-time.
 */
const archiveDays = 7

const messagesPerBatch = 500
const filesPerBatch = 100

type Context = Pick<AppContext, 'db' | 'clock' | 'files' | 'metrics'>

/**
 * Purges messages deleted a week ago, and files that no message links to any more; notifies the owners of the
 * files.
 */
export async function purgeDeleted(ctx: Context, pauseBetween: PauseBetweenBatches): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - archiveDays * 86_400_000)
  while (await purgeBatch(ctx, before)) if (!(await pauseBetween())) return
  while (await deleteDoomedFiles(ctx)) if (!(await pauseBetween())) return
}

async function purgeBatch({ db, metrics }: Context, before: Date): Promise<boolean> {
  const done = await db.transaction(async (tx) => {
    const purged = await purgeArchived(tx, before, messagesPerBatch)
    if (!purged) return undefined
    const { realm_id: realmId, upload_ids: uploadIds } = purged
    const uploads = await deleteUnlinkedUploads(tx, realmId, uploadIds)
    if (uploads.length > 0) {
      await scheduleFileDeletion(tx, realmId, uploads.flatMap(allKeysOf))
      const spaceUsed = await sumOfUploads(tx, realmId)
      const told = uploads.map((each) => forUser(each.owner_id, attachmentRemoved(each, spaceUsed)))
      await publish(tx, realmId, told)
    }
    return { messages: purged.messages, uploads: uploads.length }
  })
  metrics.messagesPurged.inc(done?.messages ?? 0)
  metrics.uploadsPurged.inc(done?.uploads ?? 0)
  return done !== undefined
}

/** Deletes files without a row from the store. The next round retries failed deletions. */
export async function deleteDoomedFiles({
  db,
  files,
}: Pick<Context, 'db' | 'files'>): Promise<boolean> {
  const doomed = await listFilesToDelete(db.query, filesPerBatch)
  if (doomed.length === 0) return false
  await files.store.delete(doomed.map(({ key }) => key))
  await forgetDeletedFiles(db.query, doomed)
  return true
}
