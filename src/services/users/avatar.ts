import type { AppContext } from '../../context'
import { lockAccounts, updateUser } from '../../db/users/accounts'
import { findBot } from '../../db/bots/bots'
import type { UserRow } from '../../db/schema'
import { findUserById } from '../../db/users/users'
import { publish } from '../../events/publish'
import type { IncomingFile } from '../../files'
import { userAvatarChanged } from '../../wire/user-events'
import type { Requester } from '../authentication'
import { publishBotChange } from '../bots/visibility'
import { deleteFiles, keyOfAvatar, randomKey } from '../uploads/files'
import { BadImageError } from '../uploads/access'

type Context = Pick<AppContext, 'db' | 'files' | 'log'>

/**
 * Shows the requester by a picture of their own from now on, in two sizes.
 * @throws BadImageError
 * Source: protocol notes 3.8; client notes 9.5.
 */
export async function changeAvatar(
  ctx: Context,
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
export async function removeAvatar(ctx: Context, requester: Requester): Promise<UserRow> {
  return setAvatar(ctx, requester, null)
}

async function setAvatar(
  ctx: Context,
  requester: Requester,
  avatar_key: string | null,
): Promise<UserRow> {
  const { realm_id: realmId, id } = requester
  const { before, after } = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const before = (await findUserById(tx, realmId, id)) ?? requester
    if (before.avatar_key === avatar_key) return { before, after: before }
    const bot = await findBot(tx, realmId, id)
    const avatar_version = before.avatar_version + 1
    const after = await updateUser(tx, realmId, id, { avatar_key, avatar_version })
    const event = userAvatarChanged(after)
    await publish(tx, realmId, [{ event, audience: { everyone: 'all' } }])
    if (bot) await publishBotChange(tx, bot)
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
