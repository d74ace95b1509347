import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { lookup } from 'mime-types'
import type { AppContext } from '../../../context'
import type { UploadRow } from '../../../data/schema'
import type { IncomingFile } from '../../../stores/files/incoming'
import { fixedError } from '../../../lib/api-error'
import { thumbnailFormats } from '../../../wire/uploads'
import type { ThumbnailFormat } from '../../../wire/uploads'

/**
 * Refusal of an unreadable picture for an avatar, an emoji or an organization's icon or logo.
 * Source: docs/protocol/errors.md#bad-image.
 */
export class BadImageError extends fixedError({
  code: 'BAD_IMAGE',
  description: 'The file is no picture that the server can read.',
  example: 'Could not decode image; did you upload an image file?',
}) {}

/* Keys in the file store. Keys that must not be guessable have 128 random bits. */

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

/** Keys of an upload and of all its possible thumbnails. */
export function allKeysOf(upload: Keyed): string[] {
  return [keyOfUpload(upload), ...thumbnailFormats.map((format) => keyOfThumbnail(upload, format))]
}

export function keyOfAvatar(realmId: number, fileName: string): string {
  return `avatars/${realmId}/${fileName}`
}

export function keyOfEmoji(realmId: number, fileName: string): string {
  return `emoji/${realmId}/${fileName}`
}

export function keyOfRealmPicture(realmId: number, fileName: string): string {
  return `realm/${realmId}/${fileName}`
}

const longestName = 100
const unknownType = 'application/octet-stream'

/**
 * A file name for URLs: letters and digits of any script, `.`, `_` and `-`. Directories are cut off,
 * because clients also send whole paths. Source: docs/protocol/uploads.md#file-names.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = withoutMiddle(base)
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/^\.+/, '')
  return shorten(clean) || 'uploaded-file'
}

/** Drops the middle of a very long name, because `normalize` takes quadratic time. */
function withoutMiddle(name: string): string {
  if (name.length <= 10 * longestName) return name
  return name.slice(0, 8 * longestName) + name.slice(-2 * longestName)
}

/** Shortens a name but keeps its extension, which shows the type of the file. */
function shorten(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  const ending = Array.from(extname(name)).slice(0, 20)
  return [...characters.slice(0, longestName - ending.length), ...ending].join('')
}

/** The declared content type of a file, or else the type of its extension. Unverified: do not rely on it. */
export function contentTypeOf({ name, contentType }: IncomingFile): string {
  const [told = ''] = contentType.toLowerCase().split(';')
  const isType = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,99}$/.test(told.trim())
  if (isType && told.trim() !== unknownType) return told.trim()
  return lookup(name) || unknownType
}

/** Removes files without a row. A file left behind does no harm, so a failure is only logged. */
export async function deleteFiles(
  ctx: Pick<AppContext, 'files' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  try {
    await ctx.files.store.delete(keys)
  } catch (error) {
    ctx.log.warn({ err: error, keys }, 'could not delete files that nobody needs')
  }
}
