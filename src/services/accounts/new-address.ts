import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { RealmRow, UserRow } from '../../db/schema'
import { lockAccounts } from '../../db/users/update-users'
import { findUserById } from '../../db/users/users'
import { addressOf } from '../../wire/addresses'
import type { Requester } from '../authentication'
import { BadRequestError, InvalidLinkError } from '../errors'
import { enqueueMails, isMailOn, realmUrl } from '../mail/enqueue'
import { tellTime } from '../mail/times'
import { isAdministrator } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import { userSettingsOf } from '../settings/user-settings'
import { changeAddress, checkAddress } from '../users/change-address'
import { forgetPresence } from '../users/forget-presence'
import {
  issueConfirmation,
  refuseLink,
  revokeConfirmations,
  takeConfirmation,
} from './confirmations'
import { noMail, realmOfStranger } from './forgotten-password'
import type { Stranger } from './forgotten-password'

/*
 * People give their accounts another address, which they show to be theirs by a link that is sent there.
 * Source: docs/protocol/mail.md#change-address.
 */

/** The part of an address of the app that confirms one, before the token. */
const confirmPath = '/accounts/confirm_new_email/'

const isDisabled = (): BadRequestError =>
  new BadRequestError('Email address changes are disabled in this organization.')

/** Whether somebody wants another address than they have. */
export function wantsNewAddress(
  requester: Requester,
  wanted: string | undefined,
): wanted is string {
  return wanted !== undefined && wanted.trim().toLowerCase() !== addressOf(requester).toLowerCase()
}

/**
 * Has a link sent to the address that somebody wants, and tells the old one.
 *
 * @param ip whose wishes are counted: anybody could be written to like this
 * @returns what is to be done in the transaction of what they change besides, who holds the lock of the accounts;
 * it throws BadRequestError or UncodedError for an address that will not do
 * @throws BadRequestError where it is not allowed; RateLimitedError
 */
export async function askForNewAddress(
  ctx: Pick<AppContext, 'clock' | 'config' | 'limits'>,
  requester: Requester,
  typed: string,
  ip: string,
): Promise<(tx: Tx) => Promise<void>> {
  const address = typed.trim()
  const settings = realmSettingsOf(requester)
  if (requester.is_bot) throw new BadRequestError('The address of a bot does not change.')
  if (settings.email_changes_disabled && !isAdministrator(requester)) throw isDisabled()
  if (!isMailOn(ctx)) throw noMail('an owner of the organization can change your address.')
  const { realm_id: realmId, id } = requester
  await ctx.limits.consumeMailRequest({ ip, realmId, address })
  const now = ctx.clock.now()
  return async (tx) => {
    const user = (await findUserById(tx, realmId, id)) ?? requester
    await checkAddress(tx, user, address, settings)
    // Whoever mistyped it wants the other one no more.
    await revokeConfirmations(tx, { realmId, kinds: ['email_change'], userIds: [id] })
    const oldEmail = addressOf(user)
    const { token, row } = await issueConfirmation(tx, {
      ...{ realmId, kind: 'email_change', userId: id, address, data: { oldEmail }, now },
    })
    const locale = userSettingsOf(user).default_language
    const link = `${realmUrl(ctx.config, requester.realm_string_id)}${confirmPath}${token}`
    const until = tellTime(row.expires_at, locale, user.timezone)
    const told = { name: user.full_name, email: address, oldEmail }
    await enqueueMails(ctx, tx, [
      {
        ...{ realmId, to: address, locale, expiresAt: row.expires_at },
        template: 'confirm_address',
        values: { ...told, link, until },
      },
      { ...{ realmId, to: oldEmail, locale }, template: 'address_asked', values: told },
    ])
  }
}

/**
 * Gives an account the address whose link somebody has, and tells the old one.
 * @returns the address
 * @throws InvalidLinkError, RateLimitedError; BadRequestError or UncodedError where it will not do any more
 */
export async function confirmNewAddress(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'log' | 'presence'>,
  stranger: Stranger,
  token: string,
): Promise<string> {
  const realm = await realmOfStranger(ctx, stranger)
  const changed = await ctx.db
    .transaction((tx) => confirmIn(ctx, tx, realm, token))
    .catch((error: unknown) => {
      if (error instanceof InvalidLinkError) return undefined
      throw error
    })
  if (!changed) return refuseLink(ctx, stranger.ip)
  await forgetPresence(ctx, changed)
  return addressOf(changed)
}

async function confirmIn(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  realm: RealmRow,
  token: string,
): Promise<UserRow> {
  const { id: realmId } = realm
  await lockAccounts(tx, realmId)
  const given = { realmId, kind: 'email_change' as const, token, now: ctx.clock.now() }
  const taken = realm.deactivated_at ? undefined : await takeConfirmation(tx, given)
  const user = taken?.user_id == null ? undefined : await findUserById(tx, realmId, taken.user_id)
  if (!taken?.address || !user || user.deactivated_at) throw new InvalidLinkError()
  const oldEmail = addressOf(user)
  // It has had another one since.
  if (taken.data['oldEmail'] !== oldEmail) throw new InvalidLinkError()
  const settings = realmSettingsOf(user)
  if (settings.email_changes_disabled && !isAdministrator(user)) throw isDisabled()
  const changed = await changeAddress(ctx, tx, user, taken.address, settings)
  await tellOldAddress(ctx, tx, user, changed)
  return changed
}

/** Tells the address that an account had that it has another. */
export async function tellOldAddress(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const [oldEmail, email] = [addressOf(before), addressOf(after)]
  if (oldEmail === email) return
  await enqueueMails(ctx, tx, [
    {
      ...{ realmId: after.realm_id, to: oldEmail },
      template: 'address_changed',
      values: { name: after.full_name, email, oldEmail },
      locale: userSettingsOf(after).default_language,
    },
  ])
}
