import type { AppContext } from '../../context'
import { deleteOwnUpload, listUploadsOf, sumOfUploads } from '../../db/uploads/uploads'
import { publish } from '../../events/publish'
import { attachmentRemoved, presentAttachment } from '../../wire/uploads'
import type { AttachmentRecord } from '../../wire/uploads'
import type { Requester } from '../authentication'
import { InvalidAttachmentError } from './access'
import { allKeysOf, deleteFiles } from './files'

export interface Attachments {
  attachments: AttachmentRecord[]
  /** Bytes of all files of the organisation. */
  spaceUsed: number
}

/** What the requester has uploaded, oldest first. */
export async function listAttachments(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<Attachments> {
  const uploads = await listUploadsOf(ctx.db.query, requester)
  return {
    attachments: uploads.map((upload) => presentAttachment(upload, upload.messages)),
    spaceUsed: await sumOfUploads(ctx.db.query, requester.realm_id),
  }
}

/**
 * Deletes a file of the requester; messages go on to link to what is no longer there.
 * @throws InvalidAttachmentError
 */
export async function deleteAttachment(
  ctx: Pick<AppContext, 'db' | 'files' | 'log'>,
  requester: Requester,
  id: number,
): Promise<void> {
  const { realm_id: realmId } = requester
  const deleted = await ctx.db.transaction(async (tx) => {
    const upload = await deleteOwnUpload(tx, realmId, requester.id, id)
    if (!upload) throw new InvalidAttachmentError()
    const event = attachmentRemoved(upload, await sumOfUploads(tx, realmId))
    await publish(tx, realmId, [{ event, audience: { userIds: [requester.id] } }])
    return upload
  })
  await deleteFiles(ctx, allKeysOf(deleted))
}
