import type { AppContext } from '../../../context'
import type { UserRow } from '../../../data/schema'
import { RedisAwayError } from '../../../lib/store-away'

/**
 * Deletes a user's stored presence, because it contains an outdated email; the next report of the user's
 * client stores a new one. Without Redis the outdated email stays, and a warning is logged.
 */
export async function forgetPresence(
  { log, presence }: Pick<AppContext, 'log' | 'presence'>,
  { realm_id, id }: Pick<UserRow, 'realm_id' | 'id'>,
): Promise<void> {
  try {
    if (await presence.find(realm_id, id)) await presence.forget(realm_id, [id])
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error
    log.warn({ err: error }, 'a presence still says the email of before')
  }
}
