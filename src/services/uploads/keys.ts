import { randomBytes } from 'node:crypto'
import type { UploadRow } from '../../db/schema'
import { thumbnailFormats } from '../../wire/thumbnails'
import type { ThumbnailFormat } from '../../wire/thumbnails'

/* Names in the file store. Whatever nobody may guess has 128 random bits. */

export function randomKey(): string {
  return randomBytes(16).toString('hex')
}

type Keyed = Pick<UploadRow, 'realm_id' | 'path_key'>

export function keyOfUpload({ realm_id, path_key }: Keyed): string {
  return `uploads/${realm_id}/${path_key}`
}

export function keyOfThumbnail({ realm_id, path_key }: Keyed, { name }: ThumbnailFormat): string {
  return `thumbnails/${realm_id}/${path_key}/${name}`
}

/** The file of an upload and all that may have been made of it. */
export function allKeysOf(upload: Keyed): string[] {
  return [keyOfUpload(upload), ...thumbnailFormats.map((format) => keyOfThumbnail(upload, format))]
}

export function keyOfAvatar(realmId: number, fileName: string): string {
  return `avatars/${realmId}/${fileName}`
}

export function keyOfEmoji(realmId: number, fileName: string): string {
  return `emoji/${realmId}/${fileName}`
}
