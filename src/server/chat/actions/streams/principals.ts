import type { Queryable } from '../../../data/engine/database'
import type { StreamRow, UserRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import type { Requester } from '../../rules/authentication'
import { systemGroups } from '../../../../shared/rules/system-groups'
import {
  BadRequestError,
  InsufficientPermissionError,
  UnauthorizedPrincipalError,
  UncodedError,
} from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { realmPermissionOf } from '../../rules/permissions/realm'
import { mayAddSubscribers } from '../../access/streams/rights'
import { accessUsers, isActivePrincipal } from '../../access/users/access-user'

/** Email or id of a user whom a call is about. */
export type Principal = string | number

/**
 * Checks the right to subscribe others. Any principal counts as another user, even the requester.
 *
 * @param existing streams that the call did not create: creators may subscribe anybody to their new streams
 * @throws UncodedError or InsufficientPermissionError.
 * Source: docs/protocol/subscriptions.md#principals.
 */
export function checkMaySubscribeOthers(
  at: Dated,
  requester: Requester,
  principals: readonly Principal[],
  existing: readonly StreamRow[],
): void {
  if (principals.length === 0) return
  if (existing.every((stream) => mayAddSubscribers(at, requester, stream))) return
  const chosen = realmPermissionOf(requester, 'can_add_subscribers_group')
  if (chosen === systemGroups.administrators.id) {
    throw new UncodedError(
      "Only organization administrators can modify other users' subscriptions.",
    )
  }
  if (chosen === systemGroups.fullMembers.id) {
    throw new UncodedError("Your account is too new to modify other users' subscriptions.")
  }
  throw new InsufficientPermissionError()
}

/**
 * Limits users times streams per call, so that a transaction does not block others for long.
 * @throws BadRequestError
 */
export function checkSubscriptionCount(principals: readonly Principal[], streams: number): void {
  // No principals: the requester, one user.
  const users = Math.max(1, new Set(principals).size)
  if (users * streams > sizeLimits.subscriptionsPerCall) {
    throw new BadRequestError(
      `Too many subscriptions at once (limit: ${sizeLimits.subscriptionsPerCall})`,
    )
  }
}

/**
 * The active accounts of principals, each once, in the order of the request; the requester if there
 * are no principals.
 * @throws UnauthorizedPrincipalError for the first unknown or deactivated principal
 */
export async function accessPrincipals(
  db: Queryable,
  requester: Requester,
  principals: readonly Principal[],
): Promise<UserRow[]> {
  if (principals.length === 0) return [requester]
  return accessUsers(db, requester, principals, (user, principal) => {
    if (!isActivePrincipal(user)) throw new UnauthorizedPrincipalError(principal)
    return user
  })
}
