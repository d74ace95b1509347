import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { lockAccounts } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import type { IncomingFile } from '../../../stores/files/incoming'
import { userAvatarChanged } from '../../../wire/user-events'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { isAdministrator } from '../../../../shared/rules/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import { BadImageError, deleteFiles, keyOfAvatar, randomKey } from '../../access/uploads/files'
import { changeColumns } from './change-user'

type AvatarContext = Pick<AppContext, 'db' | 'files' | 'log'>

/**
 * Replaces the requester's avatar with an uploaded picture, stored in two sizes.
 * @throws BadImageError; BadRequestError if only administrators may change avatars
 * Sources: docs/protocol/users.md#change-avatar, docs/protocol/users.md#uploaded-avatar.
 */
export async function changeAvatar(
  ctx: AvatarContext,
  requester: Requester,
  file: IncomingFile,
): Promise<UserRow> {
  refuseNewAvatar(requester)
  return setAvatar(ctx, requester, await storeAvatar(ctx, requester, file))
}

/**
 * Stores an avatar in two sizes and answers its key, for the column `avatar_key`.
 * @throws BadImageError
 */
export async function storeAvatar(
  ctx: Pick<AppContext, 'files'>,
  { realm_id: realmId, id: userId }: Pick<UserRow, 'realm_id' | 'id'>,
  file: IncomingFile,
): Promise<string> {
  const pictures = await ctx.files.pictures.of({ realmId, userId }).avatar(file.path)
  if (!pictures) throw new BadImageError()
  const key = randomKey()
  const [normal, medium] = keysOfAvatar(realmId, key)
  await ctx.files.store.put(normal, pictures.normal, 'image/png')
  await ctx.files.store.put(medium, pictures.medium, 'image/png')
  return key
}

/** Deletes the files of an unused avatar. */
export async function deleteAvatar(
  ctx: Pick<AppContext, 'files' | 'log'>,
  realmId: number,
  key: string,
): Promise<void> {
  await deleteFiles(ctx, keysOfAvatar(realmId, key))
}

/** Removes the requester's uploaded avatar. @throws BadRequestError if only administrators may change avatars */
export async function removeAvatar(ctx: AvatarContext, requester: Requester): Promise<UserRow> {
  refuseNewAvatar(requester)
  return setAvatar(ctx, requester, null)
}

function refuseNewAvatar(requester: Requester): void {
  if (realmSettingsOf(requester).avatar_changes_disabled && !isAdministrator(requester)) {
    throw new BadRequestError('Avatar changes are disabled in this organization.')
  }
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
    return { before, after: await replaceAvatar(tx, before, avatar_key) }
  })
  if (before.avatar_key !== null && before.avatar_key !== after.avatar_key) {
    await deleteAvatar(ctx, realmId, before.avatar_key)
  }
  return after
}

/**
 * Replaces an avatar inside a transaction. The caller has locked the accounts, and deletes the files of the former one after
 * the commit.
 * @param avatar_key made by `storeAvatar`; null: none
 */
export async function replaceAvatar(
  tx: Tx,
  user: UserRow,
  avatar_key: string | null,
): Promise<UserRow> {
  if (user.avatar_key === avatar_key) return user
  const columns = { avatar_key, avatar_version: user.avatar_version + 1 }
  return changeColumns(tx, user, columns, userAvatarChanged)
}

/** Keys of the files of an uploaded avatar in the file store. */
export function keysOfAvatar(realmId: number, key: string): [normal: string, medium: string] {
  return [keyOfAvatar(realmId, `${key}.png`), keyOfAvatar(realmId, `${key}-medium.png`)]
}
