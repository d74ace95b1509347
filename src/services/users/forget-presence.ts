import type { AppContext } from '../../context'
import type { UserRow } from '../../db/schema'
import { RedisAwayError } from '../../runtime/store-away'

/**
 * Forgets when somebody was there, until their next sign of life: it is told with the email that their
 * account had then. While Redis is away it goes on saying that one.
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
