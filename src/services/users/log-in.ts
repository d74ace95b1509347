import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import { findUserByEmail } from '../../db/users/users'
import type { UserWithRealm } from '../../db/users/users'
import { verifyPassword } from '../credentials'
import { BadRequestError, LoginRefusedError } from '../errors'
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
  ctx: Pick<AppContext, 'db' | 'limits'>,
  { subdomain, email, password, ip }: LoginAttempt,
): Promise<UserWithRealm> {
  const username = email.trim()
  if (!isEmailAddress(username)) throw new BadRequestError('Enter a valid email address.')
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm) throw new BadRequestError('Invalid subdomain')

  const user = await findUserByEmail(ctx.db.query, realm.id, username)
  const guess = { realmId: realm.id, email: username, password, ip }
  // Checked also when there is no such account: the time it takes must not tell.
  const isRight = await isRightPassword(ctx, guess, user?.password_hash ?? null)
  if (!user || !isRight) throw new LoginRefusedError('incorrect_creds')

  // Only somebody who knows the password learns the state of the account.
  if (realm.deactivated_at) throw new LoginRefusedError('realm deactivated')
  if (user.deactivated_at) throw new LoginRefusedError('user disable')
  return user
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
 * Whether a guess is right. Guesses are counted before they are checked, and right ones taken back.
 *
 * @param hash of the account's password; null where it has none
 * @throws RateLimitedError for too many wrong ones
 */
export async function isRightPassword(
  ctx: Pick<AppContext, 'limits'>,
  { realmId, email, password, ip }: PasswordGuess,
  hash: string | null,
): Promise<boolean> {
  const limitKey = `${realmId}:${email}`
  await ctx.limits.consumeLogin(ip, limitKey)
  const isRight = isHashable(password) && (await verifyPassword(password, hash))
  if (isRight) await ctx.limits.forgiveLogin(ip, limitKey)
  return isRight
}
