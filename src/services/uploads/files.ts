import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { lookup } from 'mime-types'
import type { AppContext } from '../../context'
import type { UploadRow } from '../../db/schema'
import type { IncomingFile } from '../../files/incoming'
import { fixedError } from '../../wire/api-error'
import { thumbnailFormats } from '../../wire/uploads'
import type { ThumbnailFormat } from '../../wire/uploads'

/**
 * The refusal of a file that should become an avatar or an emoji.
 * Source: docs/protocol/errors.md#bad-image.
 */
export class BadImageError extends fixedError({
  code: 'BAD_IMAGE',
  description: 'The file is no picture that the server can read.',
  example: 'Could not decode image; did you upload an image file?',
}) {}

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

export function keyOfRealmPicture(realmId: number, fileName: string): string {
  return `realm/${realmId}/${fileName}`
}

const longestName = 100
const unknownType = 'application/octet-stream'

/**
 * The name of a file as it stands in addresses: letters and digits of any script, `.`, `_` and `-`.
 * Clients send whole paths, too. Source: docs/protocol/uploads.md#file-names.
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

/** A name without the middle that nobody will see: normalizing takes the square of what it is given. */
function withoutMiddle(name: string): string {
  if (name.length <= 10 * longestName) return name
  return name.slice(0, 8 * longestName) + name.slice(-2 * longestName)
}

/** An ending stays, since it tells what the file is. */
function shorten(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  const ending = Array.from(extname(name)).slice(0, 20)
  return [...characters.slice(0, longestName - ending.length), ...ending].join('')
}

/** The type that a file says it has, else the one its name tells. Nobody may rely on it. */
export function contentTypeOf({ name, contentType }: IncomingFile): string {
  const [told = ''] = contentType.toLowerCase().split(';')
  const isType = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,99}$/.test(told.trim())
  if (isType && told.trim() !== unknownType) return told.trim()
  return lookup(name) || unknownType
}

/** Removes files that no row names any more. One that stays does no harm, so it is only noted. */
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
