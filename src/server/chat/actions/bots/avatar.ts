import type { Requester } from '../../rules/authentication'
import type { AppContext } from '../../../context'
import type { IncomingFile } from '../../../stores/files/incoming'
import { deleteAvatar, storeAvatar } from '../users/avatars'

/**
 * Stores the bot's new picture, if there is one, and runs `give`; deletes the picture if `give` throws.
 *
 * @param give receives the key of the picture and assigns it to the bot
 * @throws BadImageError, and any error of `give`
 * Source: docs/protocol/bots.md#avatars.
 */
export async function withAvatar<T>(
  ctx: Pick<AppContext, 'files' | 'log'>,
  requester: Requester,
  file: IncomingFile | undefined,
  give: (key: string | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return give(undefined)
  const key = await storeAvatar(ctx, requester, file)
  try {
    return await give(key)
  } catch (error) {
    await deleteAvatar(ctx, requester.realm_id, key)
    throw error
  }
}
