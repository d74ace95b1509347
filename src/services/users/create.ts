import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { listDefaultStreams } from '../../db/realms/realms'
import { roles } from '../../db/schema'
import type { Role, UserRow } from '../../db/schema'
import { insertUser } from '../../db/users/update-users'
import { publish } from '../../events/publish'
import { userAdded } from '../../wire/user-events'
import { apiKeyPattern } from '../../wire/users'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { createApiKey, hashPassword } from '../credentials'
import { BadRequestError, UncodedError } from '../errors'
import { refuseLookalike } from '../lookalikes'
import { sendPrivatelyAs } from '../messages/sending/system-messages'
import { checkFullName, checkPassword, checkShortName, isEmailAddress, localPartOf } from '../names'
import { isGuest, requireAdministrator } from '../permissions'
import { forEverybody } from '../publications'
import { greetingOfNewcomer } from '../realms/welcome'
import { subscribeUsers } from '../subscriptions/subscribe'
import { explainJoining } from '../user-groups/telling'
import { requireOwnerFor } from './access'

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
>

/**
 * Checks an account and hashes its password, which takes a while: do it outside transactions.
 * @throws BadRequestError or UncodedError. Source: docs/protocol/users.md#create-refusals.
 */
export async function prepareAccount(account: NewAccount): Promise<PreparedAccount> {
  const full_name = checkFullName(account.fullName)
  const email = account.email.trim()
  if (!isEmailAddress(email)) throw new UncodedError('Bad name or username')
  if (account.password !== undefined) checkPassword(account.password)
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
 * Stores an account and tells everybody of it.
 * @throws UncodedError when the email is taken; BadRequestError for a name like another's
 */
export async function addAccount(
  tx: Tx,
  now: Date,
  realmId: number,
  account: PreparedAccount,
): Promise<UserRow> {
  await refuseLookalike(tx, realmId, account.full_name)
  const user = await insertUser(tx, { realm_id: realmId, ...account, date_joined: now })
  if (!user) throw new UncodedError(`Email '${account.email}' already in use`)
  await publish(tx, realmId, [
    forEverybody(userAdded(user)),
    ...(await explainJoining(tx, now, realmId, [user.id])),
  ])
  return user
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
  ctx: Pick<AppContext, 'db' | 'clock' | 'memory' | 'renderer'>,
  requester: Requester,
  { role = roles.member, ...details }: NewUser,
): Promise<UserRow> {
  requireAdministrator(requester)
  requireOwnerFor(requester, role)
  const account = await prepareAccount({ ...details, role })
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const user = await addAccount(tx, now, requester.realm_id, account)
    const { email, full_name } = user
    await recordActs(tx, user.realm_id, [
      {
        act: 'user_created',
        affected: { type: 'user', id: user.id },
        after: { email, full_name, role },
      },
    ])
    if (!isGuest(user)) await subscribeToDefaultStreams(tx, now, user)
    await sendPrivatelyAs(ctx, tx, now, 'welcome', user.realm_id, {
      recipientIds: [user.id],
      content: greetingOfNewcomer(requester.realm_name),
    })
    return user
  })
}

async function subscribeToDefaultStreams(tx: Tx, now: Date, user: UserRow): Promise<void> {
  const streams = await listDefaultStreams(tx, user.realm_id)
  await subscribeUsers(tx, now, user.realm_id, { users: [user], streams })
}
