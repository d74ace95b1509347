import type { AppContext } from '../../../context'
import type { UserRow } from '../../../data/schema'
import { RedisAwayError } from '../../../lib/store-away'

type Context = Pick<AppContext, 'log' | 'presence'>

/** {@link forgetPresences} of one user. */
export async function forgetPresence(
  ctx: Context,
  { realm_id, id }: Pick<UserRow, 'realm_id' | 'id'>,
): Promise<void> {
  await forgetPresences(ctx, realm_id, [id])
}

/**
 * Deletes stored presences of users, because they contain outdated emails; the next report of a user's
 * client stores a new one. Without Redis the outdated emails stay, and a warning is logged.
 */
export async function forgetPresences(
  { log, presence }: Context,
  realmId: number,
  userIds: readonly number[],
): Promise<void> {
  try {
    const stored = await presence.read(realmId)
    const known = userIds.filter((id) => stored.find(id))
    if (known.length > 0) await presence.forget(realmId, known)
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error
    log.warn({ err: error }, 'a presence still says the email of before')
  }
}
