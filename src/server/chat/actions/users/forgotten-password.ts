import type { AppContext } from '../../../context'
import { findRealmByStringId } from '../../../data/realms/realms'
import type { ConfirmationRow, RealmRow, StoredSettings, UserRow } from '../../../data/schema'
import { lockAccounts, updateUser } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import { recordActs } from '../../notify/audit-log'
import { hashPassword } from '../../rules/credentials'
import { BadRequestError, InvalidLinkError, LoginRefusedError } from '../../rules/errors'
import { enqueueMails, enqueueRequest, isMailOn } from '../../notify/mail/enqueue'
import { formatTimeFor } from '../../notify/mail/times'
import { isEmailAddress } from '../../rules/names'
import { isPasswordLoginOn } from '../../rules/realms/authentication-methods'
import { checkNewPassword } from '../../rules/passwords/strength'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { lookAtConfirmation, refuseLink, takeConfirmation } from '../../rules/confirmations'

/*
 * Password reset. Callers are anonymous, so neither the answers nor the response times may reveal whether an
 * address has an account.
 * Source: docs/protocol/mail.md#password-reset.
 */

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'passwordJudge'>

/** A caller without credentials. */
export interface AnonymousCaller {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  /** Address of the client. */
  ip: string
}

/** The organization that an anonymous caller addresses. @throws BadRequestError for an unknown one */
export async function realmOfAnonymousCaller(
  ctx: Pick<AppContext, 'db'>,
  { subdomain }: AnonymousCaller,
): Promise<RealmRow> {
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm) throw new BadRequestError('Invalid subdomain')
  return realm
}

/** @throws LoginRefusedError in an organization whose people have no passwords */
export function requirePasswords(stored: StoredSettings): void {
  if (!isPasswordLoginOn(stored)) throw new LoginRefusedError('password auth disabled')
}

/** The refusal of actions that need mail, on a server that sends none. */
export function noMail(instead: string): BadRequestError {
  return new BadRequestError(`This server sends no mail: ${instead}`)
}

/**
 * Mails a link for setting a password, if the address has an account.
 * @throws BadRequestError for an invalid address, or if the server sends no mail; RateLimitedError
 */
export async function askForNewPassword(
  ctx: Context,
  stranger: AnonymousCaller,
  typed: string,
): Promise<void> {
  const address = typed.trim()
  if (!isEmailAddress(address)) throw new BadRequestError('Enter a valid email address.')
  const { id: realmId, settings } = await realmOfAnonymousCaller(ctx, stranger)
  requirePasswords(settings)
  if (!isMailOn(ctx)) throw noMail('ask an administrator of the organization for a new password.')
  await ctx.limits.consumeMailRequest({ ip: stranger.ip, realmId, address })
  await ctx.db.transaction((tx) =>
    enqueueRequest(ctx, tx, { realmId, to: address, request: 'request:password_reset' }),
  )
}

/**
 * The address of the account that a password link belongs to.
 * @throws InvalidLinkError, RateLimitedError
 */
export async function checkPasswordLink(
  ctx: Context,
  stranger: AnonymousCaller,
  token: string,
): Promise<string> {
  const { user } = await accessLink(ctx, stranger, token)
  return addressOf(user)
}

/**
 * Sets the password of a link's account. All sessions of the account end and its other links stop working. A
 * refused password does not use up the link.
 *
 * @throws InvalidLinkError, RateLimitedError; BadRequestError for the password
 */
export async function setForgottenPassword(
  ctx: Context,
  stranger: AnonymousCaller,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { realm, user } = await accessLink(ctx, stranger, token)
  await checkNewPassword(ctx, password, {
    ...{ email: addressOf(user), fullName: user.full_name, realmName: realm.name },
  })
  const password_hash = await hashPassword(password)
  const { id: realmId } = realm
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const taken = await takeConfirmation(tx, {
      realmId,
      kind: 'password_reset',
      token,
    })
    const found = await findUserById(tx, realmId, user.id)
    if (!taken || !found || !mayHavePassword(found)) throw new InvalidLinkError()
    // Only the holder of the address had the link.
    await updateUser(tx, found, { password_hash, is_address_unconfirmed: false })
    await recordActs(tx, realmId, [
      { act: 'password_reset', affected: { type: 'user', id: user.id } },
    ])
    await mailPasswordChange(ctx, tx, found)
  })
}

/** Mails a user that their password was changed. */
export async function mailPasswordChange(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Parameters<typeof enqueueMails>[1],
  user: UserRow,
): Promise<void> {
  const settings = userSettingsOf(user)
  const locale = settings.default_language
  await enqueueMails(ctx, tx, [
    {
      realmId: user.realm_id,
      to: addressOf(user),
      template: 'password_changed',
      values: {
        name: user.full_name,
        email: addressOf(user),
        time: formatTimeFor(settings, ctx.clock.now()),
      },
      locale,
    },
  ])
}

interface Linked {
  realm: RealmRow
  user: UserRow
  confirmation: ConfirmationRow
}

async function accessLink(ctx: Context, stranger: AnonymousCaller, token: string): Promise<Linked> {
  const realm = await realmOfAnonymousCaller(ctx, stranger)
  const given = { realmId: realm.id, kind: 'password_reset' as const, token }
  const confirmation = realm.deactivated_at
    ? undefined
    : await lookAtConfirmation(ctx.db.dated(), given)
  const user =
    confirmation?.user_id == null
      ? undefined
      : await findUserById(ctx.db.query, realm.id, confirmation.user_id)
  if (!confirmation || !user || !mayHavePassword(user)) return refuseLink(ctx, stranger.ip)
  return { realm, user, confirmation }
}

function mayHavePassword(user: UserRow): boolean {
  return !user.is_bot && user.deactivated_at === null
}
