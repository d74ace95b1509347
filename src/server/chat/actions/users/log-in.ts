import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { findRealmByStringId } from '../../../data/realms/realms'
import type { UserRow } from '../../../data/schema'
import { replacePasswordHash, updateUser } from '../../../data/users/update-users'
import { findUserByAddress, findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import { userCame } from '../../../wire/user-events'
import { forUsersWhoCanSee } from '../../notify/users/user-events'
import { hashPassword, isOutdated, verifyPassword } from '../../rules/credentials'
import { BadRequestError, LoginRefusedError } from '../../rules/errors'
import { isPasswordLoginOn } from '../../rules/realms/authentication-methods'
import { TooManyPasswordsError } from '../../rules/password-errors'
import { isEmailAddress, isHashable } from '../../rules/names'

export interface LoginAttempt {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  email: string
  password: string
  /** IP address of the client, for the rate limit of failures. */
  ip: string
}

/**
 * Checks an email and password and answers the account. The API key does not change.
 *
 * @throws BadRequestError for an invalid email or an unknown organization
 * @throws LoginRefusedError; RateLimitedError for too many failures
 * Source: docs/protocol/authentication.md#fetch-api-key.
 */
export async function logIn(
  ctx: Pick<AppContext, 'db' | 'limits' | 'metrics'>,
  { subdomain, email, password, ip }: LoginAttempt,
): Promise<UserWithRealm> {
  const username = email.trim()
  if (!isEmailAddress(username)) throw new BadRequestError('Enter a valid email address.')
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm) throw new BadRequestError('Invalid subdomain')
  if (!isPasswordLoginOn(realm.settings) && !realm.deactivated_at) {
    throw new LoginRefusedError('password auth disabled')
  }

  const guess = { realmId: realm.id, email: username, password, ip }
  const user = await findByPassword(ctx, guess, () =>
    findUserByAddress(ctx.db.query, realm.id, username),
  )
  // The state of the account is revealed only after the right password.
  if (user && !realm.deactivated_at && !user.deactivated_at) {
    if (user.is_imported_stub) await ctx.db.transaction((tx) => publishFirstLogIn(tx, user))
    ctx.metrics.logins.inc({ method: 'password', result: 'ok' })
    return { ...user, password_hash: await renewHash(ctx, user, password) }
  }
  ctx.metrics.logins.inc({ method: 'password', result: 'refused' })
  ctx.metrics.loginsRefused.inc({ reason: user ? 'deactivated' : 'password' })
  if (!user) throw new LoginRefusedError('incorrect_creds')
  throw new LoginRefusedError(realm.deactivated_at ? 'realm deactivated' : 'user disable')
}

/** Publishes that the owner of an imported account has logged in, to everybody who sees the account. */
export async function publishFirstLogIn(tx: Tx, user: UserRow): Promise<void> {
  const came = await updateUser(tx, user, { is_imported_stub: false })
  await publish(tx, user.realm_id, [forUsersWhoCanSee(came, userCame(came))])
}

/**
 * Replaces a hash with outdated parameters, at login, when the password is known.
 * @returns the account's current hash of this password
 */
async function renewHash(
  ctx: Pick<AppContext, 'db'>,
  { realm_id: realmId, id, password_hash: before }: UserRow,
  password: string,
): Promise<string | null> {
  if (before === null || !isOutdated(before)) return before
  try {
    const password_hash = await hashPassword(password)
    const isReplaced = await ctx.db.transaction((tx) =>
      replacePasswordHash(tx, { realmId, id, before, password_hash }),
    )
    if (isReplaced) return password_hash
    // A concurrent login replaced the hash, or the password was just changed.
    const hash = (await findUserById(ctx.db.query, realmId, id))?.password_hash ?? null
    return (await verifyPassword(password, hash)) ? hash : before
  } catch (error) {
    // Hashing is over its limit: the login succeeds, and the next one tries again.
    if (!(error instanceof TooManyPasswordsError)) throw error
    return before
  }
}

/** A password to check for an account. */
export interface PasswordGuess {
  realmId: number
  email: string
  password: string
  /** IP address of the client. */
  ip: string
}

/**
 * Checks a password and answers the account, or undefined if it is wrong. Every guess is counted before the
 * account is looked up; right guesses, and guesses that could not be checked, are uncounted again.
 *
 * @param find looks the account up
 * @throws RateLimitedError for too many wrong guesses; TooManyPasswordsError
 */
export async function findByPassword<Account extends Pick<UserRow, 'password_hash'>>(
  ctx: Pick<AppContext, 'limits'>,
  { realmId, email, password, ip }: PasswordGuess,
  find: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  const source = { ip, account: `${realmId}:${email}` }
  await ctx.limits.consumeLogin(source)
  const account = await find()
  // Verify also for a missing account, so that timing does not reveal whether it exists.
  let isRight: boolean
  try {
    isRight =
      isHashable(password) && (await verifyPassword(password, account?.password_hash ?? null))
  } catch (error) {
    if (error instanceof TooManyPasswordsError) await ctx.limits.takeBackLogin(source)
    throw error
  }
  if (!account || !isRight) return undefined
  await ctx.limits.forgiveLogin(source)
  return account
}
