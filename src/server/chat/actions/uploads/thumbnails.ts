import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../../context'
import type { UploadRow } from '../../../data/schema'
import type { StoredBytes } from '../../../stores/files/file-store'
import { thumbnailFormats } from '../../../wire/uploads'
import type { ThumbnailFormat } from '../../../wire/uploads'
import { FileNotFoundError } from '../../access/uploads/access-upload'
import { keyOfThumbnail, keyOfUpload } from '../../access/uploads/files'

type Context = Pick<AppContext, 'files'>

/**
 * Reads a thumbnail of an upload, creating it on first access.
 *
 * @param name name of a thumbnail format
 * @throws FileNotFoundError for an unknown format, and for an upload that is no picture
 * Source: docs/protocol/uploads.md#thumbnails.
 */
export async function readThumbnail(
  ctx: Context,
  upload: UploadRow,
  name: string,
): Promise<StoredBytes> {
  const format = thumbnailFormats.find((candidate) => candidate.name === name)
  if (!format || upload.width === null) throw new FileNotFoundError()
  const { store } = ctx.files
  const key = keyOfThumbnail(upload, format)
  const known = await store.read(key)
  if (known) return known
  // Concurrent requests share one creation.
  await ctx.files.inOneGo(key, () => make(ctx, upload, format))
  const made = await store.read(key)
  if (!made) throw new FileNotFoundError()
  return made
}

async function make(
  { files: { incoming, pictures, store } }: Context,
  upload: UploadRow,
  format: ThumbnailFormat,
): Promise<void> {
  // Get the path before opening the original, so that a failure leaves no unread stream open.
  const copy = await incoming.newPath()
  const original = await store.read(keyOfUpload(upload))
  if (!original) throw new FileNotFoundError()
  try {
    await pipeline(original.body, createWriteStream(copy, { flags: 'wx' }))
    const picture = await pictures
      .of({ realmId: upload.realm_id, userId: upload.owner_id })
      .thumbnail(copy, format)
    if (!picture) throw new FileNotFoundError()
    await store.put(keyOfThumbnail(upload, format), picture, 'image/webp')
  } finally {
    await rm(copy, { force: true })
  }
}
