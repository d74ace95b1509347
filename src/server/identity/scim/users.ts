import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import {
  findScimUser,
  listScimUsers,
  scimUserColumns,
  setScimUserId,
} from '../../data/identities/scim-users'
import type { ScimUserRow } from '../../data/identities/scim-users'
import type { RealmRow, UserRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { findUserById } from '../../data/users/users'
import { deactivateDispensable, revive } from '../../chat/actions/users/activation'
import { changeRole, moveTo, rename } from '../../chat/actions/users/change-user'
import { admitPerson, prepareAccount } from '../../chat/actions/users/create-user'
import { findLoss } from '../../chat/actions/users/role'
import { forgetPresence } from '../../chat/notify/users/forget-presence'
import { UncodedError } from '../../chat/rules/errors'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import type { PasswordContext } from '../../chat/rules/passwords/strength'
import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { addressOf, domainOfHidden } from '../../wire/addresses'
import { refuseAddressOf } from './address-refusals'
import { ScimError, invalidValue, noSuchResource } from './errors'
import { isSafeId } from './ids'
import type { ScimPage, ScimQuery } from './list'
import { pageOf } from './list'
import { attributesAfter, attributesOf, operationsOf } from './patch'
import { nameIn, wantedUserIn } from './wanted-user'
import type { WantedUser } from './wanted-user'

/*
 * The people of an organization, as directories read and change them. Each change is one transaction.
 * Source: docs/protocol/scim.md#users.
 */

type Context = PasswordContext &
  Pick<AppContext, 'caches' | 'clock' | 'config' | 'db' | 'log' | 'presence' | 'renderer'>

export async function listUsers(
  { db }: Pick<AppContext, 'db'>,
  realm: RealmRow,
  query: ScimQuery,
): Promise<ScimPage<ScimUserRow>> {
  return pageOf(query, scimUserColumns, async (range) => {
    const { total, users } = await listScimUsers(db.query, realm.id, range)
    return { total, rows: users }
  })
}

/** @throws ScimError 404 for an unknown id, and that of a bot */
export async function getUser(
  { db }: Pick<AppContext, 'db'>,
  realm: RealmRow,
  id: string,
): Promise<ScimUserRow> {
  return readUser(db.query, realm.id, id)
}

async function readUser(
  db: Parameters<typeof findScimUser>[0],
  realmId: number,
  id: string,
): Promise<ScimUserRow> {
  const user = isSafeId(id) ? await findScimUser(db, realmId, Number(id)) : undefined
  if (!user) throw noSuchResource(id)
  return user
}

/**
 * Makes an account without a password, as an administrator would.
 * @throws ScimError; BadRequestError or UncodedError for an invalid name or address
 */
export async function createUser(
  ctx: Context,
  realm: RealmRow,
  resource: unknown,
): Promise<ScimUserRow> {
  const attributes = attributesOf(resource)
  const { address, role = roles.member, isActive, externalId } = wantedUserIn(attributes)
  const fullName = nameIn(attributes)
  if (!address) throw invalidValue('Must specify userName when creating a new user')
  if (fullName === undefined) {
    throw invalidValue(
      'Must specify name.formatted, name.givenName or name.familyName when creating a new user',
    )
  }
  if (isActive !== true) throw invalidValue('New user must have active=True')
  const account = await prepareAccount(ctx, { email: address, fullName, role })
  const { id, name, string_id } = realm
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const domain = domainOfHidden(string_id, ctx.config.externalHost)
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, id)
    await refuseAddressOf(tx, { id, settings }, account.email)
    const user = await admitPerson(ctx, tx, account, { id, name, settings, domain })
    if (externalId) await setScimUserId(tx, id, user.id, externalId)
    return readUser(tx, id, String(user.id))
  })
}

/**
 * Changes an account to the attributes of a resource; those that it leaves out stay.
 * @throws ScimError; BadRequestError or UncodedError for an invalid value, and for the only owner
 */
export async function replaceUser(
  ctx: Context,
  realm: RealmRow,
  id: string,
  resource: unknown,
): Promise<ScimUserRow> {
  const attributes = attributesOf(resource)
  return change(ctx, realm, id, ({ full_name }) => wantedUserIn(attributes, full_name))
}

/** {@link replaceUser} by operations. */
export async function patchUser(
  ctx: Context,
  realm: RealmRow,
  id: string,
  body: unknown,
): Promise<ScimUserRow> {
  const attributes = attributesAfter(operationsOf(body))
  return change(ctx, realm, id, ({ full_name }) => wantedUserIn(attributes, full_name))
}

async function change(
  ctx: Context,
  realm: RealmRow,
  id: string,
  wantedOf: (user: ScimUserRow) => WantedUser,
): Promise<ScimUserRow> {
  const { user, moved } = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const before = await readUser(tx, realm.id, id)
    const wanted = wantedOf(before)
    const current = () => loadAccount(tx, realm.id, before.id)
    await rename(tx, await current(), wanted.fullName)
    const moved = await changeAddress(ctx, tx, realm, await current(), wanted.address)
    await giveRole(tx, await current(), wanted.role)
    await activate(tx, await current(), wanted.isActive)
    const { externalId } = wanted
    if (externalId !== undefined && externalId !== before.external_id) {
      await setScimUserId(tx, realm.id, before.id, externalId)
    }
    return { user: await readUser(tx, realm.id, id), moved }
  })
  // The stored presence contains the old email.
  if (moved) await forgetPresence(ctx, moved)
  return user
}

/** The account as it is after the changes so far. */
async function loadAccount(tx: Tx, realmId: number, id: number): Promise<UserRow> {
  const account = await findUserById(tx, realmId, id)
  if (!account) throw noSuchResource(String(id))
  return account
}

async function changeAddress(
  ctx: Context,
  tx: Tx,
  realm: RealmRow,
  user: UserRow,
  address: string | undefined,
): Promise<UserRow | undefined> {
  if (!address || address === addressOf(user)) return undefined
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  await refuseAddressOf(tx, { id: realm.id, settings }, address, user.id)
  return moveTo(ctx, tx, user, { address, settings })
}

async function giveRole(tx: Tx, user: UserRow, role: Role | undefined): Promise<void> {
  if (role === undefined || role === user.role) return
  const loss = await findLoss(tx, user, role)
  if (loss) throw new UncodedError(`Cannot remove the only ${loss}`)
  await changeRole(tx, user, role)
}

async function activate(tx: Tx, user: UserRow, isActive: boolean | undefined): Promise<void> {
  if (isActive === undefined || isActive === (user.deactivated_at === null)) return
  if (isActive) await revive(tx, user)
  else await deactivateDispensable(tx, user)
}

/** @throws ScimError always */
export function refuseDeletion(): never {
  throw new ScimError(
    'DELETE operation not supported. Use PUT or PATCH to modify the "active" attribute instead.',
  )
}
