import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import type { UserRow } from '../../db/schema'
import { replacePasswordHash } from '../../db/users/update-users'
import { findUserByAddress, findUserById } from '../../db/users/users'
import type { UserWithRealm } from '../../db/users/users'
import { hashPassword, isOutdated, verifyPassword } from '../credentials'
import { BadRequestError, LoginRefusedError, TooManyPasswordsError } from '../errors'
import { isEmailAddress, isHashable } from '../names'

export interface LoginAttempt {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  email: string
  password: string
  /** Address of the client, whose failures are counted. */
  ip: string
}

/**
 * The account that an email and its password name; its API key is the same every time.
 *
 * @throws BadRequestError for what is no email, and for an unknown organisation
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

  const guess = { realmId: realm.id, email: username, password, ip }
  const user = await findByPassword(ctx, guess, () =>
    findUserByAddress(ctx.db.query, realm.id, username),
  )
  // Only somebody who knows the password learns the state of the account.
  if (user && !realm.deactivated_at && !user.deactivated_at) {
    return { ...user, password_hash: await renewHash(ctx, user, password) }
  }
  ctx.metrics.loginsRefused.inc({ reason: user ? 'deactivated' : 'password' })
  if (!user) throw new LoginRefusedError('incorrect_creds')
  throw new LoginRefusedError(realm.deactivated_at ? 'realm deactivated' : 'user disable')
}

/**
 * Passwords are hashed as they are today when they are known: at the next log-in.
 * @returns the hash of this password that the account has then
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
    // Another log-in was quicker, unless the password has just been changed.
    const hash = (await findUserById(ctx.db.query, realmId, id))?.password_hash ?? null
    return (await verifyPassword(password, hash)) ? hash : before
  } catch (error) {
    // The log-in succeeded; the next one tries again.
    if (!(error instanceof TooManyPasswordsError)) throw error
    return before
  }
}

/** A password that somebody gives for an account. */
export interface PasswordGuess {
  realmId: number
  email: string
  password: string
  /** Address of whoever tries to log in. */
  ip: string
}

/**
 * The account that a guess is made for, if the guess is right. Guesses are counted before anything is
 * looked up, and right ones taken back, as are those for which there is no time.
 *
 * @param find looks the account up; undefined when there is none
 * @throws RateLimitedError for too many wrong ones; TooManyPasswordsError
 */
export async function findByPassword<Account extends Pick<UserRow, 'password_hash'>>(
  ctx: Pick<AppContext, 'limits'>,
  { realmId, email, password, ip }: PasswordGuess,
  find: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  const source = { ip, account: `${realmId}:${email}` }
  await ctx.limits.consumeLogin(source)
  const account = await find()
  // Checked also when there is no such account: the time it takes must not tell.
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
