import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import type { ConfirmationRow, RealmRow, UserRow } from '../../db/schema'
import { lockAccounts, updateUser } from '../../db/users/update-users'
import { findUserById } from '../../db/users/users'
import { addressOf } from '../../wire/addresses'
import { recordActs } from '../audit-log'
import { hashPassword } from '../credentials'
import { BadRequestError, InvalidLinkError } from '../errors'
import { enqueueMails, enqueueRequest, isMailOn } from '../mail/enqueue'
import { tellTime } from '../mail/times'
import { isEmailAddress } from '../names'
import { checkNewPassword } from '../passwords/strength'
import { userSettingsOf } from '../settings/user-settings'
import { lookAtConfirmation, refuseLink, takeConfirmation } from './confirmations'

/*
 * What people do who have forgotten their password. They have no credentials: nothing here tells them who has an
 * account, neither by what it answers nor by the time that takes.
 * Source: docs/protocol/mail.md#password-reset.
 */

type Context = Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'passwordJudge'>

/** Somebody without credentials. */
export interface Stranger {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  /** Address of the client. */
  ip: string
}

/** The organisation that a stranger asks. @throws BadRequestError for an unknown one */
export async function realmOfStranger(
  ctx: Pick<AppContext, 'db'>,
  { subdomain }: Stranger,
): Promise<RealmRow> {
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm) throw new BadRequestError('Invalid subdomain')
  return realm
}

/** The refusal of what cannot be without mail. */
export function noMail(instead: string): BadRequestError {
  return new BadRequestError(`This server sends no mail: ${instead}`)
}

/**
 * Has a link sent with which a password can be set, if there is an account.
 * @throws BadRequestError for what is no address, and where no mail is sent; RateLimitedError
 */
export async function askForNewPassword(
  ctx: Context,
  stranger: Stranger,
  typed: string,
): Promise<void> {
  const address = typed.trim()
  if (!isEmailAddress(address)) throw new BadRequestError('Enter a valid email address.')
  const { id: realmId } = await realmOfStranger(ctx, stranger)
  if (!isMailOn(ctx)) throw noMail('ask an administrator of the organization for a new password.')
  await ctx.limits.consumeMailRequest({ ip: stranger.ip, realmId, address })
  await ctx.db.transaction((tx) =>
    enqueueRequest(ctx, tx, { realmId, to: address, request: 'request:password_reset' }),
  )
}

/**
 * The address of the account that a link sets the password of.
 * @throws InvalidLinkError, RateLimitedError
 */
export async function checkPasswordLink(
  ctx: Context,
  stranger: Stranger,
  token: string,
): Promise<string> {
  const { user } = await accessLink(ctx, stranger, token)
  return addressOf(user)
}

/**
 * Sets the password that a link is for; all sessions of the account end, and its other links do nothing more. A
 * password that will not do leaves the link as it was.
 *
 * @throws InvalidLinkError, RateLimitedError; BadRequestError for the password
 */
export async function setForgottenPassword(
  ctx: Context,
  stranger: Stranger,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { realm, user } = await accessLink(ctx, stranger, token)
  await checkNewPassword(ctx, password, {
    ...{ email: addressOf(user), fullName: user.full_name, realmName: realm.name },
  })
  const password_hash = await hashPassword(password)
  const { id: realmId } = realm
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const taken = await takeConfirmation(tx, { realmId, kind: 'password_reset', token, now })
    const found = await findUserById(tx, realmId, user.id)
    if (!taken || !found || !mayHavePassword(found)) throw new InvalidLinkError()
    await updateUser(tx, realmId, user.id, { password_hash })
    await recordActs(tx, realmId, [
      { act: 'password_reset', affected: { type: 'user', id: user.id } },
    ])
    await tellOfNewPassword(ctx, tx, found)
  })
}

/** Tells somebody by mail that the password of their account is another one. */
export async function tellOfNewPassword(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Parameters<typeof enqueueMails>[1],
  user: UserRow,
): Promise<void> {
  const locale = userSettingsOf(user).default_language
  await enqueueMails(ctx, tx, [
    {
      realmId: user.realm_id,
      to: addressOf(user),
      template: 'password_changed',
      values: {
        name: user.full_name,
        email: addressOf(user),
        time: tellTime(ctx.clock.now(), locale, user.timezone),
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

async function accessLink(ctx: Context, stranger: Stranger, token: string): Promise<Linked> {
  const realm = await realmOfStranger(ctx, stranger)
  const given = {
    ...{ realmId: realm.id, kind: 'password_reset' as const, token },
    now: ctx.clock.now(),
  }
  const confirmation = realm.deactivated_at
    ? undefined
    : await lookAtConfirmation(ctx.db.query, given)
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
