import { foldCase } from '../../../../shared/rules/letter-case'
import type { Queryable, Tx } from '../../../data/engine/database'
import { roles } from '../../../../shared/rules/roles'
import type { UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { lockAccounts } from '../../../data/users/update-users'
import {
  findUserByAddress,
  findUserByEmail,
  findUserById,
  listUsersNamed,
} from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { addressOf, maySeeAddress } from '../../../wire/addresses'
import { mayManageRole } from '../../../../shared/rules/roles'
import type { Requester } from '../../rules/authentication'
import { NoSuchUserError, OwnerRequiredError } from '../../rules/errors'
import { mayKnow, sightOf } from './user-visibility'

/** Reference to an account: its id, or its email in any letter case. */
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
      : await findByName(db, requester, reference.trim())
  if (!user || !(await mayKnow(db, requester, user))) throw new NoSuchUserError()
  return user
}

/** The account with this email in records, or with this real address if the requester may see the address. */
async function findByName(
  db: Queryable,
  requester: Requester,
  email: string,
): Promise<UserWithRealm | undefined> {
  const shown = await findUserByEmail(db, requester.realm_id, email)
  if (shown) return shown
  const addressed = await findUserByAddress(db, requester.realm_id, email)
  return addressed && maySeeAddress(requester, addressed) ? addressed : undefined
}

/**
 * The accounts of a list of references, deactivated ones included, each once, in the order of the list.
 * Accounts that the viewer may not know are treated as missing. An email may be the one in records, or
 * the real address if the viewer may see it.
 *
 * @param check answers the account, or throws for a missing or unsuitable one
 */
export async function accessUsers<Reference extends UserReference>(
  db: Queryable,
  viewer: Requester,
  references: readonly Reference[],
  check: (user: UserRow | undefined, reference: Reference) => UserRow,
): Promise<UserRow[]> {
  const keys = references.map((each) => (typeof each === 'string' ? each.trim() : each))
  const named = await listUsersNamed(db, viewer.realm_id, {
    ids: keys.filter((key) => typeof key === 'number'),
    emails: keys.filter((key) => typeof key === 'string'),
  })
  const knows = await sightOf(db, viewer)
  const users = named.filter(knows)
  const byId = new Map(users.map((user) => [user.id, user]))
  const seen = users.filter((user) => maySeeAddress(viewer, user))
  const byEmail = new Map([
    ...seen.map((user) => [foldCase(addressOf(user)), user] as const),
    ...users.map((user) => [foldCase(user.email), user] as const),
  ])
  const found = references.map((reference, index) => {
    const key = keys[index] as UserReference
    return check(typeof key === 'number' ? byId.get(key) : byEmail.get(foldCase(key)), reference)
  })
  return [...new Map(found.map((user) => [user.id, user])).values()]
}

/** Whether an account is active and no system bot. */
export function isActivePrincipal(user: UserRow | undefined): user is UserRow {
  return user !== undefined && !user.deactivated_at && !user.is_system_bot
}

/**
 * Locks the accounts of the realm and answers the account to change. The caller checks that the requester
 * is an administrator, the user of the account or the owner of the bot. System bots are refused like
 * unknown accounts.
 * @throws NoSuchUserError; OwnerRequiredError for the account of an owner
 */
export async function accessUserToChange(
  tx: Tx,
  requester: Requester,
  reference: UserReference,
): Promise<UserWithRealm> {
  await lockAccounts(tx, requester.realm_id)
  const user = await accessUser(tx, requester, reference)
  if (user.is_system_bot) throw new NoSuchUserError()
  requireOwnerFor(requester, user.role)
  return user
}

/**
 * Only owners may create, change or deactivate accounts with the role of owner.
 * @throws OwnerRequiredError
 */
export function requireOwnerFor(requester: Requester, role: Role): void {
  if (!mayManageRole({ isOwner: requester.role === roles.owner }, role))
    throw new OwnerRequiredError()
}
