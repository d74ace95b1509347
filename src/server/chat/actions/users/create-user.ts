import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { noteDuties } from '../../../data/identities/second-factor-duties'
import { getRealm, listDefaultStreams } from '../../../data/realms/realms'
import { isGuest, roles } from '../../../../shared/rules/roles'
import type { StoredSettings, UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { insertUser, updateUser } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { addressColumns, addressOf, addressVisibilities } from '../../../wire/addresses'
import { apiKeyPattern } from '../../../../shared/users'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { createApiKey, hashPassword } from '../../rules/credentials'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { refuseConfusable } from '../../rules/users/confusables'
import { checkNewPassword } from '../../rules/passwords/strength'
import type { PasswordContext } from '../../rules/passwords/strength'
import { checkFullName, checkShortName, isEmailAddress, localPartOf } from '../../rules/names'
import { requireAdministrator } from '../../rules/permissions/roles'
import { greetNewcomer, greetNewcomers } from './newcomers'
import { realmSettingsOf } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'
import { columnsOfSettings, userSettingsOf } from '../../rules/settings/user-settings'
import { subscribeUsers } from '../streams/subscribe'
import { joinedGroupsEvents } from '../../notify/user-groups/group-events'
import { requireOwnerFor } from '../../access/users/access-user'
import { refuseAddress } from '../../rules/users/address-rules'
import { domainOf } from '../../access/users/user-visibility'
import { userAddedEvents, unknownUserEvent } from '../../notify/users/user-events'

/** Data of a new person's account. */
export interface NewAccount {
  email: string
  fullName: string
  /** Default: the local part of the email. */
  shortName?: string | undefined
  /** Without a password, only the API key works and logging in is impossible. */
  password?: string | undefined
  /** API key; generated unless given. */
  apiKey?: string | undefined
  role: Role
}

/** A checked account, ready to store. */
export type PreparedAccount = Pick<
  UserRow,
  'email' | 'full_name' | 'short_name' | 'role' | 'password_hash' | 'api_key'
> & {
  timezone?: string
  /** Whether the person typed the address and nobody confirmed it. */
  is_address_unconfirmed?: boolean
}

/**
 * Checks an account and hashes its password. Hashing is slow: call outside transactions.
 * @throws BadRequestError or UncodedError. Source: docs/protocol/users.md#create-refusals.
 */
export async function prepareAccount(
  ctx: PasswordContext,
  account: NewAccount,
): Promise<PreparedAccount> {
  const full_name = checkFullName(account.fullName)
  const email = account.email.trim()
  if (!isEmailAddress(email)) throw new UncodedError('Bad name or username')
  if (account.password !== undefined) await checkNewPassword(ctx, account.password, account)
  if (account.apiKey !== undefined && !apiKeyPattern.test(account.apiKey)) {
    throw new BadRequestError('An API key has 32 letters or digits.')
  }
  return {
    email,
    full_name,
    short_name: checkShortName(account.shortName ?? '') || localPartOf(email),
    role: account.role,
    password_hash: account.password === undefined ? null : await hashPassword(account.password),
    api_key: account.apiKey ?? createApiKey(),
  }
}

/**
 * Stores an account with the organization's default settings, and publishes it.
 *
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 * @throws UncodedError if the email is taken; BadRequestError for a name that resembles another's
 */
export async function addAccount(
  tx: Tx,
  realmId: number,
  account: PreparedAccount,
  domain: string,
): Promise<UserRow> {
  const user = await storeAccount(tx, realmId, account, domain)
  await publishAccounts(tx, realmId, [user], domain)
  return user
}

/** Stores a new account; {@link publishAccounts} follows. @throws BadRequestError, UncodedError */
async function storeAccount(
  tx: Tx,
  realmId: number,
  account: PreparedAccount,
  domain: string,
): Promise<UserRow> {
  await refuseConfusable(tx, realmId, account.full_name)
  const inserted = await insertUser(tx, {
    realm_id: realmId,
    ...account,
    ...columnsOfSettings({}, await startingSettings(tx, realmId)),
    date_joined: tx.now,
  })
  if (!inserted) throw new UncodedError(`Email '${account.email}' already in use`)
  await noteDuties(tx, realmId, [inserted.id])
  return hideAddress(tx, inserted, domain)
}

async function publishAccounts(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  domain: string,
): Promise<void> {
  const ids = users.map(({ id }) => id)
  await publish(tx, realmId, [
    ...users.flatMap((user) => [...userAddedEvents(user), unknownUserEvent(user, domain)]),
    ...(await joinedGroupsEvents(tx, realmId, ids)),
  ])
}

/** Hides the address of a new account if the default settings say so. */
async function hideAddress(tx: Tx, user: UserRow, domain: string): Promise<UserRow> {
  const { email_address_visibility: visibility } = userSettingsOf(user)
  if (visibility === addressVisibilities.everybody) return user
  return updateUser(tx, user, addressColumns(user, visibility, domain))
}

/** Settings of a new account: the organization's language and its default settings. */
export async function startingSettings(tx: Tx, realmId: number): Promise<StoredSettings> {
  const { settings, user_defaults } = await getRealm(tx, realmId)
  const { default_language } = realmSettingsOf({ realm_settings: settings })
  return { ...user_defaults, default_language }
}

/** A new account as an administrator describes it; role by default member. */
export type NewUser = Omit<NewAccount, 'role'> & { role?: Role | undefined }

/**
 * Creates a person's account, subscribes it to the default streams (except guests), and sends Welcome
 * Bot's greeting.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError
 * @throws BadRequestError or UncodedError for invalid data
 * Sources: docs/protocol/users.md#create, docs/protocol/users.md#newcomers.
 */
export async function createUser(
  ctx: PasswordContext & Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  { role = roles.member, ...details }: NewUser,
): Promise<UserRow> {
  requireAdministrator(requester)
  requireOwnerFor(requester, role)
  const account = await prepareAccount(ctx, { ...details, role })
  const realm = {
    id: requester.realm_id,
    name: requester.realm_name,
    settings: realmSettingsOf(requester),
    domain: domainOf(ctx.config, requester),
  }
  return ctx.db.transaction((tx) => admitPerson(ctx, tx, account, realm))
}

/** The organization that a new account joins. */
export interface AdmittingRealm {
  id: number
  name: string
  settings: RealmSettings
  /** Mail domain of placeholder addresses. */
  domain: string
}

/**
 * {@link createUser} inside a transaction, for a prepared account.
 * @throws BadRequestError, UncodedError
 */
export async function admitPerson(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  account: PreparedAccount,
  realm: AdmittingRealm,
): Promise<UserRow> {
  const user = await admitQuietly(tx, account, realm)
  await publishAccounts(tx, realm.id, [user], realm.domain)
  await subscribeToDefaultStreams(tx, realm.id, [user])
  await greetNewcomer(ctx, tx, user, realm)
  return user
}

/**
 * The first half of {@link admitPerson}, for many people: {@link settleNewcomers} follows for all of them at once.
 * @throws BadRequestError, UncodedError
 */
export async function admitQuietly(
  tx: Tx,
  account: PreparedAccount,
  { id: realmId, settings, domain }: AdmittingRealm,
): Promise<UserRow> {
  await refuseAddress(tx, realmId, settings, account.email)
  const user = await storeAccount(tx, realmId, account, domain)
  const { full_name, role } = user
  await recordActs(tx, realmId, [
    {
      act: 'user_created',
      affected: { type: 'user', id: user.id },
      after: { email: addressOf(user), full_name, role },
    },
  ])
  return user
}

/** Publishes many new people, subscribes them to the default streams, and greets them in private; no stream announces them. */
export async function settleNewcomers(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  users: readonly UserRow[],
  realm: AdmittingRealm,
): Promise<void> {
  if (users.length === 0) return
  await publishAccounts(tx, realm.id, users, realm.domain)
  await subscribeToDefaultStreams(tx, realm.id, users)
  await greetNewcomers(ctx, tx, users, realm)
}

async function subscribeToDefaultStreams(
  tx: Tx,
  realmId: number,
  newcomers: readonly UserRow[],
): Promise<void> {
  const users = newcomers.filter((user) => !isGuest(user))
  if (users.length === 0) return
  const streams = await listDefaultStreams(tx, realmId)
  await subscribeUsers(tx, realmId, { users, streams })
}
