import type { AppContext } from '../../context'
import { findUserById } from '../../db/users/users'
import { drawIdenticon } from '../../files/identicon'
import { gravatarUrl } from '../../wire/avatars'
import { addressOf } from '../../wire/addresses'

/** The picture of an account, or of an organisation, that has none of its own. */
export interface MadePicture {
  bytes: Buffer
  contentType: string
  /** Whether it will stay as it is. */
  isFinal: boolean
}

/** Whose picture is wanted. Whether there is such an account, nobody is told. */
export interface PictureOwner {
  realmId: number
  /** undefined: the organisation itself. */
  userId: number | undefined
}

/**
 * Makes the picture of who has none: squares that follow from the id. Where the operator allows it,
 * it is instead the gravatar that an account has: this server asks for it, so that no reader does.
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
