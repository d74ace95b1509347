import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { findRealmByStringId } from '../../../data/realms/realms'
import type { RealmRow, UserRow } from '../../../data/schema'
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

/** An account that has logged in. */
export type LoggedIn = UserWithRealm & {
  /** The directory that vouched; undefined: the password was the account's own. */
  providerSlug?: string
}

/** Directories whose passwords people log in with as well. */
export interface Directories {
  /** Whether people log in by names that are no addresses. */
  takesNames: boolean
  /** The account of the person whose password a directory accepts; undefined if none does. */
  find(): Promise<LoggedIn | undefined>
}

/**
 * Checks an email and password and answers the account. The API key does not change.
 *
 * @param openDirectories those of an organization
 * @throws BadRequestError for an invalid email or an unknown organization
 * @throws LoginRefusedError; RateLimitedError for too many failures; errors of a directory
 * Source: docs/protocol/authentication.md#fetch-api-key.
 */
export async function logIn(
  ctx: Pick<AppContext, 'db' | 'limits' | 'metrics'>,
  { subdomain, email, password, ip }: LoginAttempt,
  openDirectories: (realm: RealmRow) => Promise<Directories | undefined>,
): Promise<LoggedIn> {
  const username = email.trim()
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  const directories = realm && !realm.deactivated_at ? await openDirectories(realm) : undefined
  if (!isEmailAddress(username) && !directories?.takesNames) {
    throw new BadRequestError('Enter a valid email address.')
  }
  if (!realm) throw new BadRequestError('Invalid subdomain')
  const hasOwn = isPasswordLoginOn(realm.settings)
  if (!hasOwn && !directories && !realm.deactivated_at) {
    throw new LoginRefusedError('password auth disabled')
  }

  const guess = { realmId: realm.id, email: username, password, ip }
  const find = async (): Promise<LoggedIn | undefined> =>
    hasOwn ? findUserByAddress(ctx.db.query, realm.id, username) : undefined
  const user = await findByPassword(ctx, guess, find, directories?.find)
  if (user?.providerSlug !== undefined) return user
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
 * @param elsewhere looks for an account that has this password elsewhere, if the own one is another
 * @throws RateLimitedError for too many wrong guesses; TooManyPasswordsError
 */
export async function findByPassword<Account extends Pick<UserRow, 'password_hash'>>(
  ctx: Pick<AppContext, 'limits'>,
  { realmId, email, password, ip }: PasswordGuess,
  find: () => Promise<Account | undefined>,
  elsewhere: () => Promise<Account | undefined> = async () => undefined,
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
  const found = isRight ? account : await elsewhere()
  if (!found) return undefined
  await ctx.limits.forgiveLogin(source)
  return found
}
