import type { Queryable } from '../../db/database'
import { roles } from '../../db/schema'
import type { Role } from '../../db/schema'
import { findUserByEmail, findUserById } from '../../db/users'
import type { UserWithRealm } from '../../db/users'
import type { Requester } from '../authentication'
import { NoSuchUserError, OwnerRequiredError } from '../errors'

/** How callers name an account: by its id, or by its email in any letter case. */
export type UserReference = number | string

/**
 * An account of the requester's realm, deactivated ones included.
 * @throws NoSuchUserError
 */
export async function accessUser(
  db: Queryable,
  requester: Requester,
  reference: UserReference,
): Promise<UserWithRealm> {
  const user =
    typeof reference === 'number'
      ? await findUserById(db, requester.realm_id, reference)
      : await findUserByEmail(db, requester.realm_id, reference.trim())
  if (!user) throw new NoSuchUserError()
  return user
}

/**
 * An account that the requester, an administrator, may change. Nobody may change the accounts
 * of the system.
 * @throws NoSuchUserError; OwnerRequiredError for the account of an owner
 */
export async function accessUserToChange(
  db: Queryable,
  requester: Requester,
  reference: UserReference,
): Promise<UserWithRealm> {
  const user = await accessUser(db, requester, reference)
  if (user.is_system_bot) throw new NoSuchUserError()
  requireOwnerFor(requester, user.role)
  return user
}

/**
 * Only owners may make, change or end owners.
 * @throws OwnerRequiredError
 */
export function requireOwnerFor(requester: Requester, role: Role): void {
  if (role === roles.owner && requester.role !== roles.owner) throw new OwnerRequiredError()
}
