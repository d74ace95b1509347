import type { AppContext } from '../../context'
import {
  noMail,
  realmOfAnonymousCaller,
  requirePasswords,
} from '../../chat/actions/users/forgotten-password'
import { checkCode, requestCode } from '../../chat/actions/users/login-codes'
import { publishFirstLogIn } from '../../chat/actions/users/log-in'
import { isMailOn } from '../../chat/notify/mail/enqueue'
import { BadRequestError } from '../../chat/rules/errors'
import { isEmailAddress } from '../../chat/rules/names'
import { lockAccounts } from '../../data/users/update-users'
import { findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import { confirmAddress } from '../flow/find-account'

/* Logins by a code that comes by mail. Source: docs/protocol/mail.md#login-codes. */

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'metrics'>

/** A browser without a session. */
export interface Stranger {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  /** Address of the client. */
  ip: string
  /** Random text in the cookie of the browser; undefined: the browser has asked for no code. */
  browserKey: string | undefined
}

/**
 * Has a code mailed, if the address has an account that may log in; succeeds in any case.
 * @throws BadRequestError for an invalid address, or if the server sends no mail; LoginRefusedError without passwords;
 * RateLimitedError
 */
export async function askForCode(
  ctx: Context,
  { subdomain, ip, browserKey }: Stranger & { browserKey: string },
  typed: string,
): Promise<void> {
  const address = typed.trim()
  if (!isEmailAddress(address)) throw new BadRequestError('Enter a valid email address.')
  const { id: realmId, settings } = await realmOfAnonymousCaller(ctx, { subdomain, ip })
  requirePasswords(settings)
  if (!isMailOn(ctx)) throw noMail('log in by your password.')
  await ctx.limits.consumeMailRequest({ ip, realmId, address })
  await requestCode(ctx, { realmId, address, browserKey })
}

/**
 * The account of a code. An imported account becomes a real one, and an address counts as confirmed.
 * @throws InvalidCodeError, LoginRefusedError without passwords, RateLimitedError
 */
export async function logInByCode(
  ctx: Context,
  { subdomain, ip, browserKey }: Stranger,
  { email, code }: { email: string; code: string },
): Promise<UserWithRealm> {
  const { id: realmId, settings } = await realmOfAnonymousCaller(ctx, { subdomain, ip })
  requirePasswords(settings)
  const user = await checkCode(ctx, { realmId, address: email.trim(), browserKey, ip, code })
  if (!user.is_imported_stub && !user.is_address_unconfirmed) return user
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    await confirmAddress(tx, user)
    if (user.is_imported_stub) await publishFirstLogIn(tx, user)
    return (await findUserById(tx, realmId, user.id)) ?? user
  })
}
