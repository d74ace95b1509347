import type { AppContext } from '../../context'
import type { UserRow } from '../../db/schema'
import { lockAccounts, updateUser } from '../../db/users/update-users'
import { findUserById } from '../../db/users/users'
import { publish } from '../../events/publish'
import type { IncomingFile } from '../../files/incoming'
import { userAvatarChanged } from '../../wire/user-events'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { createApiKey, hashPassword } from '../credentials'
import { BadRequestError, UncodedError } from '../errors'
import { checkPassword } from '../names'
import { isAdministrator } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import { changeUserSettings } from '../settings/change'
import type { UserSettings } from '../settings/user-settings'
import { BadImageError, deleteFiles, keyOfAvatar, randomKey } from '../uploads/files'
import { accessUser } from './access'
import { changeColumns, rename } from './change'
import { findByPassword } from './log-in'

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
 * Source: docs/protocol/settings.md#own-account.
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
    if (password_hash !== undefined) {
      await updateUser(tx, realmId, id, { password_hash }, { keepSession: requester.session?.id })
    }
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
  const isRight = await isOwnPassword(ctx, requester, oldPassword, ip)
  if (!isRight) throw new BadRequestError('Wrong password!')
  checkPassword(newPassword)
  return hashPassword(newPassword)
}

/**
 * The requester with their API key, which is shown to nobody who does not know the password.
 *
 * @param ip whose guesses at it are counted
 * @throws UncodedError for a wrong one; RateLimitedError for too many of those
 * Source: docs/protocol/authentication.md#own-key.
 */
export async function fetchOwnKey(
  ctx: Pick<AppContext, 'limits'>,
  requester: Requester,
  password: string,
  ip: string,
): Promise<Requester> {
  const isRight = await isOwnPassword(ctx, requester, password, ip)
  if (!isRight) throw new UncodedError('Password is incorrect.')
  return requester
}

async function isOwnPassword(
  ctx: Pick<AppContext, 'limits'>,
  requester: Requester,
  password: string,
  ip: string,
): Promise<boolean> {
  const { realm_id: realmId, email } = requester
  const guess = { realmId, email, password, ip }
  return (await findByPassword(ctx, guess, async () => requester)) !== undefined
}

/**
 * Gives the requester a new API key; the old one is dead at once.
 * Source: docs/protocol/authentication.md#regenerate.
 */
export async function regenerateOwnKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<string> {
  const api_key = createApiKey()
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    await changeColumns(tx, requester, { api_key })
    await recordActs(tx, requester.realm_id, [
      { act: 'api_key_regenerated', affected: { type: 'user', id: requester.id } },
    ])
  })
  return api_key
}

type AvatarContext = Pick<AppContext, 'db' | 'files' | 'log'>

/**
 * Shows the requester by a picture of their own from now on, in two sizes.
 * @throws BadImageError
 * Sources: docs/protocol/users.md#change-avatar, docs/protocol/users.md#uploaded-avatar.
 */
export async function changeAvatar(
  ctx: AvatarContext,
  requester: Requester,
  file: IncomingFile,
): Promise<UserRow> {
  const pictures = await ctx.files.pictures.avatar(file.path)
  if (!pictures) throw new BadImageError()
  const key = randomKey()
  const [normal, medium] = keysOf(requester.realm_id, key)
  await ctx.files.store.put(normal, pictures.normal, 'image/png')
  await ctx.files.store.put(medium, pictures.medium, 'image/png')
  return setAvatar(ctx, requester, key)
}

/** Shows the requester by their gravatar again. */
export async function removeAvatar(ctx: AvatarContext, requester: Requester): Promise<UserRow> {
  return setAvatar(ctx, requester, null)
}

async function setAvatar(
  ctx: AvatarContext,
  requester: Requester,
  avatar_key: string | null,
): Promise<UserRow> {
  const { realm_id: realmId, id } = requester
  const { before, after } = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const before = (await findUserById(tx, realmId, id)) ?? requester
    if (before.avatar_key === avatar_key) return { before, after: before }
    const columns = { avatar_key, avatar_version: before.avatar_version + 1 }
    const after = await changeColumns(tx, before, columns, userAvatarChanged)
    return { before, after }
  })
  if (before.avatar_key !== null && before.avatar_key !== after.avatar_key) {
    await deleteFiles(ctx, keysOf(realmId, before.avatar_key))
  }
  return after
}

function keysOf(realmId: number, key: string): [normal: string, medium: string] {
  return [keyOfAvatar(realmId, `${key}.png`), keyOfAvatar(realmId, `${key}-medium.png`)]
}
