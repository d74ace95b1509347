import type { AppContext } from '../../context'
import type { UploadRow } from '../../db/schema'
import { insertUpload, sumOfUploads } from '../../db/uploads/uploads'
import { publish } from '../../events/publish'
import type { IncomingFile } from '../../files'
import { attachmentAdded } from '../../wire/uploads'
import type { Requester } from '../authentication'
import { cleanFileName, contentTypeOf, keyOfUpload, randomKey } from './files'

/**
 * Keeps a file for messages to link to, and tells the clients of its owner.
 * Source: client notes 9.5.
 */
export async function uploadFile(
  ctx: Pick<AppContext, 'clock' | 'db' | 'files'>,
  requester: Requester,
  file: IncomingFile,
): Promise<UploadRow> {
  const { store, pictures } = ctx.files
  const address = { realm_id: requester.realm_id, path_key: randomKey() }
  const content_type = contentTypeOf(file)
  const picture = content_type.startsWith('image/') ? await pictures.describe(file.path) : undefined

  // First: a row whose file is missing would be a promise that is not kept.
  await store.put(keyOfUpload(address), file, content_type)
  return ctx.db.transaction(async (tx) => {
    const upload = await insertUpload(tx, {
      ...address,
      owner_id: requester.id,
      file_name: cleanFileName(file.name),
      content_type,
      bytes: file.bytes,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      is_animated: picture?.isAnimated ?? false,
      created_at: ctx.clock.now(),
    })
    const event = attachmentAdded(upload, await sumOfUploads(tx, requester.realm_id))
    const audience = { userIds: [requester.id] }
    await publish(tx, requester.realm_id, [{ event, audience }])
    return upload
  })
}
