import type { AppContext } from '../../context'
import { lockAccounts, updateUser } from '../../db/users/accounts'
import { publish } from '../../events/publish'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { checkPassword, isHashable } from '../names'
import { hashPassword, verifyPassword, createApiKey } from '../credentials'
import { isAdministrator } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import { changeUserSettings } from '../settings/change-user-settings'
import type { UserSettings } from '../settings/user-settings'
import { accessUser } from './access'
import { rename } from './update-user'
import { findBot } from '../../db/bots/bots'
import { publishBotChange } from '../bots/visibility'

type Context = Pick<AppContext, 'db' | 'limits'>

export interface OwnChanges {
  settings: Partial<UserSettings>
  fullName?: string | undefined
  email?: string | undefined
  oldPassword?: string | undefined
  newPassword?: string | undefined
}

/**
 * Changes what people choose for their own accounts, all or nothing.
 *
 * @param ip whose guesses at the password are counted
 * @throws BadRequestError for what cannot be chosen, or not by the requester
 * @throws RateLimitedError for too many wrong passwords
 * Source: client notes 9.6.
 */
export async function changeOwnAccount(
  ctx: Context,
  requester: Requester,
  changes: OwnChanges,
  ip: string,
): Promise<void> {
  refuseNewEmail(requester, changes.email)
  refuseNewName(requester, changes.fullName)
  // Takes a while: outside of the transaction.
  const password_hash = await hashNewPassword(ctx, requester, changes, ip)
  const { realm_id: realmId, id } = requester
  await ctx.db.transaction(async (tx) => {
    if (changes.fullName !== undefined) {
      await lockAccounts(tx, realmId)
      await rename(tx, await accessUser(tx, requester, id), changes.fullName)
    }
    if (password_hash !== undefined) await updateUser(tx, realmId, id, { password_hash })
    await publish(tx, realmId, await changeUserSettings(tx, realmId, id, changes.settings))
  })
}

function refuseNewEmail(requester: Requester, email: string | undefined): void {
  if (email === undefined || email.trim().toLowerCase() === requester.email.toLowerCase()) return
  throw new BadRequestError('Email address changes are disabled in this organization.')
}

function refuseNewName(requester: Requester, fullName: string | undefined): void {
  if (fullName === undefined || fullName.trim() === requester.full_name) return
  if (realmSettingsOf(requester).name_changes_disabled && !isAdministrator(requester)) {
    throw new BadRequestError('Name changes are disabled in this organization.')
  }
}

/** The hash of a new password, if one is wanted and the old one is right. */
async function hashNewPassword(
  ctx: Context,
  requester: Requester,
  { oldPassword = '', newPassword = '' }: OwnChanges,
  ip: string,
): Promise<string | undefined> {
  if (newPassword === '') return undefined
  const limitKey = `${requester.realm_id}:${requester.email}`
  await ctx.limits.consumeLogin(ip, limitKey)
  const isRight =
    isHashable(oldPassword) && (await verifyPassword(oldPassword, requester.password_hash))
  if (!isRight) throw new BadRequestError('Wrong password!')
  await ctx.limits.forgiveLogin(ip, limitKey)
  checkPassword(newPassword)
  return hashPassword(newPassword)
}

/** Gives the requester a new API key; the old one is dead at once. Source: protocol notes 7.2. */
export async function regenerateOwnKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<string> {
  const api_key = createApiKey()
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const bot = await findBot(tx, requester.realm_id, requester.id)
    await updateUser(tx, requester.realm_id, requester.id, { api_key })
    if (bot) await publishBotChange(tx, bot)
  })
  return api_key
}
