import type { AppContext } from '../../../context'
import { findUserById } from '../../../data/users/users'
import { drawIdenticon } from '../../../stores/files/identicon'
import { gravatarUrl } from '../../../wire/avatars'
import { addressOf } from '../../../wire/addresses'

/** The generated picture of an account or organization without an uploaded one. */
export interface MadePicture {
  bytes: Buffer
  contentType: string
  /** Whether the picture never changes, and so can be cached for long. */
  isFinal: boolean
}

/** Account or organization of a picture. Unknown accounts have pictures too, so that ids cannot be probed. */
export interface PictureOwner {
  realmId: number
  /** undefined: the organization itself. */
  userId: number | undefined
}

/**
 * Generates a picture: an identicon derived from the id. If the operator enabled gravatars, it is the
 * account's gravatar instead, fetched by this server so that readers do not contact gravatar.com.
 * Source: docs/protocol/users.md#made-avatars.
 */
export async function readMadePicture(
  ctx: Pick<AppContext, 'config' | 'db' | 'externalPictures'>,
  { realmId, userId }: PictureOwner,
  pixels: number,
): Promise<MadePicture> {
  const made = { bytes: drawIdenticon(`${realmId} ${userId ?? 'icon'}`, pixels), contentType: png }
  if (!ctx.config.gravatar || userId === undefined) return { ...made, isFinal: true }
  const user = await findUserById(ctx.db.query, realmId, userId)
  const gravatar = user && (await ctx.externalPictures.find(gravatarUrl(addressOf(user), pixels)))
  return { ...(gravatar ?? made), isFinal: false }
}

const png = 'image/png'
