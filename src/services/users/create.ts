import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { getRealm, listDefaultStreams } from '../../db/realms/realms'
import { roles } from '../../db/schema'
import type { Role, StoredSettings, UserRow } from '../../db/schema'
import { insertUser, updateUser } from '../../db/users/update-users'
import { publish } from '../../events/publish'
import { addressColumns, addressOf, addressVisibilities } from '../../wire/addresses'
import { apiKeyPattern } from '../../wire/users'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { createApiKey, hashPassword } from '../credentials'
import { BadRequestError, UncodedError } from '../errors'
import { refuseLookalike } from '../lookalikes'
import { checkNewPassword } from '../passwords/strength'
import type { PasswordContext } from '../passwords/strength'
import { checkFullName, checkShortName, isEmailAddress, localPartOf } from '../names'
import { isGuest, requireAdministrator } from '../permissions'
import { greetNewcomer } from '../realms/newcomers'
import { realmSettingsOf } from '../realms/settings'
import { columnsOfSettings, userSettingsOf } from '../settings/user-settings'
import { subscribeUsers } from '../subscriptions/subscribe'
import { explainJoining } from '../user-groups/telling'
import { requireOwnerFor } from './access'
import { refuseAddress } from './address-rules'
import { domainOf } from './sight'
import { explainAdded, explainUnknown } from './telling'

/** The parts that a person's account is made from. */
export interface NewAccount {
  email: string
  fullName: string
  /** The part of the email before the `@` unless given. */
  shortName?: string | undefined
  /** Password, without which nobody can log in to the account; its API key works all the same. */
  password?: string | undefined
  /** API key; made up unless given. */
  apiKey?: string | undefined
  role: Role
}

/** A checked account, ready to be stored. */
export type PreparedAccount = Pick<
  UserRow,
  'email' | 'full_name' | 'short_name' | 'role' | 'password_hash' | 'api_key'
> & { timezone?: string }

/**
 * Checks an account and hashes its password, which takes a while: do it outside transactions.
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
 * Stores an account, with the settings that the organisation has accounts begin with, and tells
 * everybody of it.
 *
 * @param domain of the address that stands for one that is hidden
 * @throws UncodedError when the email is taken; BadRequestError for a name like another's
 */
export async function addAccount(
  tx: Tx,
  now: Date,
  realmId: number,
  account: PreparedAccount,
  domain: string,
): Promise<UserRow> {
  await refuseLookalike(tx, realmId, account.full_name)
  const inserted = await insertUser(tx, {
    realm_id: realmId,
    ...account,
    ...columnsOfSettings({}, await startingSettings(tx, realmId)),
    date_joined: now,
  })
  if (!inserted) throw new UncodedError(`Email '${account.email}' already in use`)
  const user = await hideAddress(tx, inserted, domain)
  await publish(tx, realmId, [
    ...explainAdded(user),
    explainUnknown(user, domain),
    ...(await explainJoining(tx, now, realmId, [user.id])),
  ])
  return user
}

/** Hides the address of a new account where accounts begin so. */
async function hideAddress(tx: Tx, user: UserRow, domain: string): Promise<UserRow> {
  const { email_address_visibility: visibility } = userSettingsOf(user)
  if (visibility === addressVisibilities.everybody) return user
  return updateUser(tx, user.realm_id, user.id, addressColumns(user, visibility, domain))
}

/** What an account begins with: the language of its organisation, and what that chose for new accounts. */
export async function startingSettings(tx: Tx, realmId: number): Promise<StoredSettings> {
  const { settings, user_defaults } = await getRealm(tx, realmId)
  const { default_language } = realmSettingsOf({ realm_settings: settings })
  return { ...user_defaults, default_language }
}

/** A new account as an administrator describes it; a member's unless a role is given. */
export type NewUser = Omit<NewAccount, 'role'> & { role?: Role | undefined }

/**
 * Creates a person's account, subscribes it to the default streams unless it is a guest's, and
 * has Welcome Bot greet it.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError
 * @throws BadRequestError or UncodedError for what is wrong with the account
 * Sources: docs/protocol/users.md#create, docs/protocol/users.md#newcomers.
 */
export async function createUser(
  ctx: PasswordContext & Pick<AppContext, 'db' | 'clock' | 'memory' | 'renderer'>,
  requester: Requester,
  { role = roles.member, ...details }: NewUser,
): Promise<UserRow> {
  requireAdministrator(requester)
  requireOwnerFor(requester, role)
  const account = await prepareAccount(ctx, { ...details, role })
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const settings = realmSettingsOf(requester)
    await refuseAddress(tx, requester.realm_id, settings, details.email.trim())
    const domain = domainOf(ctx.config, requester)
    const user = await addAccount(tx, now, requester.realm_id, account, domain)
    const { full_name } = user
    const email = addressOf(user)
    await recordActs(tx, user.realm_id, [
      {
        act: 'user_created',
        affected: { type: 'user', id: user.id },
        after: { email, full_name, role },
      },
    ])
    if (!isGuest(user)) await subscribeToDefaultStreams(tx, now, user)
    await greetNewcomer(ctx, tx, now, user, { name: requester.realm_name, settings })
    return user
  })
}

async function subscribeToDefaultStreams(tx: Tx, now: Date, user: UserRow): Promise<void> {
  const streams = await listDefaultStreams(tx, user.realm_id)
  await subscribeUsers(tx, now, user.realm_id, { users: [user], streams })
}
