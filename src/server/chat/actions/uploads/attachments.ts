import type { AppContext } from '../../../context'
import type { UploadRow } from '../../../data/schema'
import {
  deleteOwnUpload,
  insertUpload,
  lockSpaceUsed,
  listUploadsOf,
  sumOfUploads,
} from '../../../data/uploads/uploads'
import type { IncomingFile } from '../../../stores/files/incoming'
import { ApiError, fixedError } from '../../../lib/api-error'
import { attachmentAdded, attachmentRemoved, presentAttachment } from '../../../wire/uploads'
import type { AttachmentRecord } from '../../../../shared/uploads'
import type { Requester } from '../../rules/authentication'
import { publishToUser } from '../../notify/publications'
import {
  allKeysOf,
  cleanFileName,
  contentTypeOf,
  deleteFiles,
  keyOfUpload,
  randomKey,
} from '../../access/uploads/files'
import { checkQuota } from '../../access/uploads/quota'

export class InvalidAttachmentError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has uploaded no such file.',
  example: 'Invalid attachment',
}) {}

/**
 * Stores a file for messages to link to, and publishes it to its owner's clients.
 * @param payer the person whose space it takes; the requester by default
 * @throws RealmQuotaError, PersonalQuotaError
 * Source: docs/protocol/uploads.md#upload.
 */
export async function uploadFile(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'files' | 'log'>,
  requester: Requester,
  file: IncomingFile,
  payer = requester,
): Promise<UploadRow> {
  const { store, pictures } = ctx.files
  const wanted = { config: ctx.config, requester: payer, bytes: file.bytes }
  await checkQuota(ctx.db.query, wanted)
  const address = { realm_id: requester.realm_id, path_key: randomKey() }
  const content_type = contentTypeOf(file)
  const own = pictures.of({ realmId: requester.realm_id, userId: requester.id })
  const picture = content_type.startsWith('image/') ? await own.describe(file.path) : undefined

  // Store the file first: no row may exist without its file.
  await store.put(keyOfUpload(address), file, content_type)
  const row = {
    ...address,
    owner_id: requester.id,
    charged_to: payer.id === requester.id ? null : payer.id,
    file_name: cleanFileName(file.name),
    content_type,
    bytes: file.bytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    is_animated: picture?.isAnimated ?? false,
    created_at: ctx.clock.now(),
  }
  try {
    return await ctx.db.transaction(async (tx) => {
      // Check again under the lock: concurrent uploads may have used up the space.
      await lockSpaceUsed(tx, requester.realm_id)
      const spaceUsed = await checkQuota(tx, wanted)
      const upload = await insertUpload(tx, row)
      await publishToUser(tx, requester, attachmentAdded(upload, spaceUsed))
      return upload
    })
  } catch (error) {
    if (error instanceof ApiError) await deleteFiles(ctx, [keyOfUpload(address)])
    throw error
  }
}

export interface Attachments {
  attachments: AttachmentRecord[]
  /** Bytes of all uploads of the organization. */
  spaceUsed: number
}

/** The requester's uploads, oldest first. */
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
 * Deletes an upload of the requester; links in messages then lead nowhere.
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
    const spaceUsed = await sumOfUploads(tx, realmId)
    await publishToUser(tx, requester, attachmentRemoved(upload, spaceUsed))
    return upload
  })
  await deleteFiles(ctx, allKeysOf(deleted))
}
