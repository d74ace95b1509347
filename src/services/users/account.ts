import { insertUser } from '../../db/accounts'
import type { Tx } from '../../db/database'
import type { Role, UserRow } from '../../db/schema'
import { publish } from '../../events/publish'
import { userAdded } from '../../wire/user-events'
import { createApiKey } from '../api-keys'
import { UncodedError } from '../errors'
import { checkFullName, checkPassword, checkShortName, isEmailAddress, localPartOf } from '../names'
import { hashPassword } from '../passwords'
import { explainJoining } from '../user-groups/accounts'

/** What a person's account is made from. */
export interface NewAccount {
  email: string
  fullName: string
  /** The part of the email before the `@` unless given. */
  shortName?: string | undefined
  /** Without one nobody can log in to the account; its API key works all the same. */
  password?: string | undefined
  /** Made up unless given. */
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
 * @throws BadRequestError or UncodedError. Source: protocol notes 3.6.
 */
export async function prepareAccount(account: NewAccount): Promise<PreparedAccount> {
  const full_name = checkFullName(account.fullName)
  const email = account.email.trim()
  if (!isEmailAddress(email)) throw new UncodedError('Bad name or username')
  if (account.password !== undefined) checkPassword(account.password)
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
 * @throws UncodedError when the email is taken
 */
export async function addAccount(
  tx: Tx,
  now: Date,
  realmId: number,
  account: PreparedAccount,
): Promise<UserRow> {
  const user = await insertUser(tx, { realm_id: realmId, ...account, date_joined: now })
  if (!user) throw new UncodedError(`Email '${account.email}' already in use`)
  await publish(tx, realmId, [
    { event: userAdded(user), audience: { everyone: 'all' } },
    ...(await explainJoining(tx, now, realmId, [user.id])),
  ])
  return user
}
