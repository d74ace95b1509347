import { isSameName } from '../../../../shared/rules/letter-case'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { RealmRow, UserRow } from '../../../data/schema'
import { lockAccounts } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, InvalidLinkError } from '../../rules/errors'
import { enqueueMails, isMailOn, realmUrl } from '../../notify/mail/enqueue'
import { formatTimeFor } from '../../notify/mail/times'
import { isAdministrator } from '../../../../shared/rules/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { changeAddress, checkAddress } from './change-address'
import { forgetPresence } from '../../notify/users/forget-presence'
import {
  issueConfirmation,
  refuseLink,
  revokeConfirmations,
  takeConfirmation,
} from '../../rules/confirmations'
import { noMail, realmOfAnonymousCaller } from './forgotten-password'
import type { AnonymousCaller } from './forgotten-password'

/*
 * People change the address of their account. A link mailed to the new address proves that it is theirs.
 * Source: docs/protocol/mail.md#change-address.
 */

/** Path of the app's page that confirms an address, before the token. */
const confirmPath = '/accounts/confirm_new_email/'

const isDisabled = (): BadRequestError =>
  new BadRequestError('Email address changes are disabled in this organization.')

/** Whether the wanted address differs from the requester's present one. */
export function wantsNewAddress(
  requester: Requester,
  wanted: string | undefined,
): wanted is string {
  return wanted !== undefined && !isSameName(wanted.trim(), addressOf(requester))
}

/**
 * Mails a confirmation link to the new address, and a notice to the old one.
 *
 * @param ip for the rate limit: the call mails arbitrary addresses
 * @returns a function to call in the transaction of the other changes, while it holds the lock of the
 * accounts; the function throws BadRequestError or UncodedError for an unusable address
 * @throws BadRequestError if address changes are not allowed; RateLimitedError
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
  return async (tx) => {
    const user = (await findUserById(tx, realmId, id)) ?? requester
    await checkAddress(tx, user, address, settings)
    // A new request replaces the pending one: the earlier address may have been a typo.
    await revokeConfirmations(tx, { realmId, kinds: ['email_change'], userIds: [id] })
    const oldEmail = addressOf(user)
    const { token, row } = await issueConfirmation(tx, {
      ...{ realmId, kind: 'email_change', userId: id, address, data: { oldEmail } },
    })
    const ownSettings = userSettingsOf(user)
    const locale = ownSettings.default_language
    const link = `${realmUrl(ctx.config, requester.realm_string_id)}${confirmPath}${token}`
    const until = formatTimeFor(ownSettings, row.expires_at)
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
 * Gives an account the address that the link confirms, and mails the old address.
 * @returns the new address
 * @throws InvalidLinkError, RateLimitedError; BadRequestError or UncodedError if the address has become
 * unusable
 */
export async function confirmNewAddress(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'log' | 'presence'>,
  stranger: AnonymousCaller,
  token: string,
): Promise<string> {
  const realm = await realmOfAnonymousCaller(ctx, stranger)
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
  const given = { realmId, kind: 'email_change' as const, token }
  const taken = realm.deactivated_at ? undefined : await takeConfirmation(tx, given)
  const user = taken?.user_id == null ? undefined : await findUserById(tx, realmId, taken.user_id)
  if (!taken?.address || !user || user.deactivated_at) throw new InvalidLinkError()
  const oldEmail = addressOf(user)
  // The address has changed since the link was sent.
  if (taken.data['oldEmail'] !== oldEmail) throw new InvalidLinkError()
  const settings = realmSettingsOf(user)
  if (settings.email_changes_disabled && !isAdministrator(user)) throw isDisabled()
  const changed = await changeAddress(ctx, tx, user, { address: taken.address, settings })
  await mailOldAddress(ctx, tx, user, changed)
  return changed
}

/** Mails the old address of an account about the change. */
export async function mailOldAddress(
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
