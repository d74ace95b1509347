import type { Queryable } from '../../../db/engine/database'
import { listRealmEmojiNamed } from '../../../db/realms/emoji'
import { uploadKeysIn } from '../../../db/uploads/links'
import { listReadableUploads } from '../../../db/uploads/uploads'
import type { Directory } from '../../../markdown'
import { realmEmojiUrl } from '../../../wire/realm-emoji'
import { shownThumbnail, thumbnailUrl } from '../../../wire/uploads'
import type { Writer } from './rendering'

/** What could be the name of an emoji; the closing colon may open the next one. */
const namedPattern = /:([0-9a-z_.-]+)(?=:)/g

/** Emoji of the realm that texts name. */
export async function lookUpEmoji(
  db: Queryable,
  realmId: number,
  contents: readonly string[],
): Promise<NonNullable<Directory['realmEmoji']>> {
  const names = contents.flatMap((content) =>
    [...content.matchAll(namedPattern)].map(([, name]) => name as string),
  )
  if (names.length === 0) return {}
  const emoji = await listRealmEmojiNamed(db, realmId, [...new Set(names)])
  return Object.fromEntries(
    emoji.map(({ id, name, file_name }) => [
      name,
      { id, sourceUrl: realmEmojiUrl(realmId, file_name) },
    ]),
  )
}

/** Uploaded pictures that texts link to and that their writer may read. */
export async function lookUpPictures(
  db: Queryable,
  { realm_id, role, id }: Writer,
  contents: readonly string[],
): Promise<NonNullable<Directory['uploadedPictures']>> {
  const keys = contents.flatMap((content) => uploadKeysIn(realm_id, content))
  if (keys.length === 0 || id === null) return {}
  const uploads = await listReadableUploads(db, { realm_id, role, id }, keys)
  return Object.fromEntries(
    uploads.flatMap((upload) => {
      const { path_key, content_type: contentType, width, height } = upload
      if (width === null || height === null) return []
      const isAnimated = upload.is_animated
      const url = thumbnailUrl(upload, shownThumbnail)
      return [[path_key, { thumbnailUrl: url, contentType, width, height, isAnimated }]]
    }),
  )
}
