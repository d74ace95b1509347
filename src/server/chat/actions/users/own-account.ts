import type { AppContext } from '../../../context'
import { lockAccounts, updateUser } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { addressOf } from '../../../wire/addresses'
import { askForNewAddress, wantsNewAddress } from './new-address'
import { mailPasswordChange } from './forgotten-password'
import type { Requester } from '../../rules/authentication'
import { hashPassword } from '../../rules/credentials'
import { BadRequestError } from '../../rules/errors'
import { checkNewPassword } from '../../rules/passwords/strength'
import type { PasswordContext } from '../../rules/passwords/strength'
import { isAdministrator } from '../../../../shared/rules/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import { changeUserSettings } from '../settings/change-settings'
import type { UserSettings } from '../../rules/settings/user-settings'
import { accessUser } from '../../access/users/access-user'
import { rename, replaceKey } from './change-user'
import { forgetPresence } from '../../notify/users/forget-presence'
import { findByPassword } from './log-in'
import { domainOf } from '../../access/users/user-visibility'

type Context = PasswordContext & Pick<AppContext, 'clock' | 'db' | 'limits' | 'log' | 'presence'>

export interface OwnChanges {
  settings: Partial<UserSettings>
  fullName?: string | undefined
  email?: string | undefined
  oldPassword?: string | undefined
  newPassword?: string | undefined
}

/**
 * Changes settings, name, address or password of the requester's own account, all or nothing.
 *
 * @param ip IP address of the client, for the rate limit of password guesses
 * @throws BadRequestError for values that are invalid, or that the requester may not change
 * @throws RateLimitedError for too many wrong passwords
 * Source: docs/protocol/settings.md#own-account.
 */
export async function changeOwnAccount(
  ctx: Context,
  requester: Requester,
  changes: OwnChanges,
  ip: string,
): Promise<void> {
  refuseNewName(requester, changes.fullName)
  // Slow: outside the transaction.
  const password_hash = await hashNewPassword(ctx, requester, changes, ip)
  const { email } = changes
  const askForAddress = wantsNewAddress(requester, email)
    ? await askForNewAddress(ctx, requester, email, ip)
    : undefined
  const { realm_id: realmId, id } = requester
  await ctx.db.transaction(async (tx) => {
    if (askForAddress) {
      await lockAccounts(tx, realmId)
      await askForAddress(tx)
    }
    if (changes.fullName !== undefined) {
      await lockAccounts(tx, realmId)
      await rename(tx, await accessUser(tx, requester, id), changes.fullName)
    }
    if (password_hash !== undefined) {
      await updateUser(tx, requester, { password_hash }, { keepSession: requester.session?.id })
      await mailPasswordChange(ctx, tx, requester)
    }
    if (changes.settings.email_address_visibility !== undefined) await lockAccounts(tx, realmId)
    const domain = domainOf(ctx.config, requester)
    const events = await changeUserSettings(tx, requester, changes.settings, domain)
    await publish(tx, realmId, events)
  })
  // The stored presence contains the old email.
  if (changes.settings.email_address_visibility) await forgetPresence(ctx, requester)
}

function refuseNewName(requester: Requester, fullName: string | undefined): void {
  if (fullName === undefined || fullName.trim() === requester.full_name) return
  if (realmSettingsOf(requester).name_changes_disabled && !isAdministrator(requester)) {
    throw new BadRequestError('Name changes are disabled in this organization.')
  }
}

/** The hash of a new password; undefined if none was given. @throws BadRequestError for a wrong old password */
async function hashNewPassword(
  ctx: PasswordContext & Pick<AppContext, 'limits'>,
  requester: Requester,
  { oldPassword = '', newPassword = '' }: OwnChanges,
  ip: string,
): Promise<string | undefined> {
  if (newPassword === '') return undefined
  const isRight = await isOwnPassword(ctx, requester, oldPassword, ip)
  if (!isRight) throw new BadRequestError('Wrong password!')
  await checkNewPassword(ctx, newPassword, {
    email: addressOf(requester),
    fullName: requester.full_name,
    realmName: requester.realm_name,
  })
  return hashPassword(newPassword)
}

/**
 * Whether a password is the requester's.
 * @param ip IP address of the client, for the rate limit of guesses
 * @throws RateLimitedError for too many wrong passwords
 */
export async function isOwnPassword(
  ctx: Pick<AppContext, 'limits'>,
  requester: Requester,
  password: string,
  ip: string,
): Promise<boolean> {
  const { realm_id: realmId } = requester
  const guess = { realmId, email: addressOf(requester), password, ip }
  return (await findByPassword(ctx, guess, async () => requester)) !== undefined
}

/**
 * Replaces the requester's API key and answers the new one; the old one stops working at once.
 * Source: docs/protocol/authentication.md#regenerate.
 */
export async function regenerateOwnKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    return replaceKey(tx, requester)
  })
}
