import type { Queryable } from '../../db/engine/database'
import type { UserRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { BadRequestError, UnauthorizedPrincipalError, UncodedError } from '../errors'
import { sizeLimits } from '../limits'
import { canSubscribeOthers } from '../permissions'
import { policies, realmSettingsOf } from '../realms/settings'
import { accessUsers, isActivePrincipal } from '../users/access'

/** A user on whose behalf something is done: an email or an id. */
export type Principal = string | number

/**
 * @throws UncodedError, also where the only principal is the requester.
 * Source: docs/protocol/subscriptions.md#principals.
 */
export function checkMaySubscribeOthers(
  requester: Requester,
  principals: readonly Principal[],
  now: Date,
): void {
  if (principals.length === 0 || canSubscribeOthers(requester, now)) return
  throw new UncodedError(
    realmSettingsOf(requester).invite_to_stream_policy === policies.administrators
      ? "Only organization administrators can modify other users' subscriptions."
      : "Your account is too new to modify other users' subscriptions.",
  )
}

/**
 * Refuses calls for so many users and streams that one transaction would hold up everybody else.
 * @throws BadRequestError
 */
export function checkSubscriptionCount(principals: readonly Principal[], streams: number): void {
  // Without principals the requester is meant.
  const users = Math.max(1, new Set(principals).size)
  if (users * streams > sizeLimits.subscriptionsPerCall) {
    throw new BadRequestError(
      `Too many subscriptions at once (limit: ${sizeLimits.subscriptionsPerCall})`,
    )
  }
}

/**
 * The active accounts that principals name, each once, in the order of the request; the
 * requester where there are none.
 * @throws UnauthorizedPrincipalError for the first that is unknown or deactivated
 */
export async function accessPrincipals(
  db: Queryable,
  requester: Requester,
  principals: readonly Principal[],
): Promise<UserRow[]> {
  if (principals.length === 0) return [requester]
  return accessUsers(db, requester.realm_id, principals, (user, principal) => {
    if (!isActivePrincipal(user)) throw new UnauthorizedPrincipalError(principal)
    return user
  })
}
