import type { AppContext } from '../../../context'
import type { UserRow } from '../../../data/schema'
import { RedisAwayError } from '../../../lib/store-away'

type Context = Pick<AppContext, 'log' | 'presence'>

/**
 * Deletes the stored presence of a user, because it contains an outdated email; the next report of the user's client stores
 * a new one. Without Redis the outdated email stays, and a warning is logged.
 */
export async function forgetPresence(
  { log, presence }: Context,
  { realm_id: realmId, id }: Pick<UserRow, 'realm_id' | 'id'>,
): Promise<void> {
  try {
    const stored = await presence.read(realmId)
    if (stored.find(id)) await presence.forget(realmId, [id])
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error
    log.warn({ err: error }, 'a presence still says the email of before')
  }
}
