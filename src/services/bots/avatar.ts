import type { AppContext } from '../../context'
import type { IncomingFile } from '../../files/incoming'
import { deleteAvatar, storeAvatar } from '../users/avatars'

/**
 * Stores the picture that a bot is to have, if any, and does what gives it to the bot; of one that the
 * bot did not get, nothing stays.
 *
 * @param give gets the key of the picture
 * @throws BadImageError, and what `give` throws
 * Source: docs/protocol/bots.md#avatars.
 */
export async function withAvatar<T>(
  ctx: Pick<AppContext, 'files' | 'log'>,
  realmId: number,
  file: IncomingFile | undefined,
  give: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return give(undefined)
  const key = await storeAvatar(ctx, realmId, file)
  try {
    return await give(key)
  } catch (error) {
    await deleteAvatar(ctx, realmId, key)
    throw error
  }
}
