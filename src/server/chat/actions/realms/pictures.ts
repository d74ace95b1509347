import type { AppContext } from '../../../context'
import { findRealmPictures, getRealm, updateRealm } from '../../../data/realms/realms'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { IncomingFile } from '../../../stores/files/incoming'
import { realmPictureChanged } from '../../../wire/realm-events'
import { presentRealmPictures, realmPictureUrl } from '../../../wire/realm-pictures'
import type { RealmPictureKind } from '../../../wire/realm-pictures'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import {
  BadImageError,
  deleteFiles,
  keyOfRealmPicture,
  randomKey,
} from '../../access/uploads/files'

type Context = Pick<AppContext, 'db' | 'files' | 'log'>

/**
 * Replaces the organization's icon or logo with an uploaded picture and answers the picture's URL.
 * @throws AdministratorRequiredError, BadImageError
 * Sources: docs/protocol/realm-settings.md#icon, docs/protocol/realm-settings.md#logo.
 */
export async function changeRealmPicture(
  ctx: Context,
  requester: Requester,
  kind: RealmPictureKind,
  file: IncomingFile,
): Promise<string> {
  requireAdministrator(requester)
  const account = { realmId: requester.realm_id, userId: requester.id }
  return setPicture(ctx, requester, kind, await storeRealmPicture(ctx, account, kind, file))
}

/** Stores an icon or logo and answers its key, for the column `pictures`. @throws BadImageError */
export async function storeRealmPicture(
  ctx: Pick<AppContext, 'files'>,
  account: { realmId: number; userId: number },
  kind: RealmPictureKind,
  file: IncomingFile,
): Promise<string> {
  const pictures = ctx.files.pictures.of(account)
  const picture =
    kind === 'icon' ? (await pictures.avatar(file.path))?.medium : await pictures.logo(file.path)
  if (!picture) throw new BadImageError()
  const key = `${randomKey()}.png`
  await ctx.files.store.put(keyOfRealmPicture(account.realmId, key), picture, 'image/png')
  return key
}

/** Removes an uploaded icon or logo and answers the URL of the default picture. */
export async function removeRealmPicture(
  ctx: Context,
  requester: Requester,
  kind: RealmPictureKind,
): Promise<string> {
  requireAdministrator(requester)
  return setPicture(ctx, requester, kind, null)
}

async function setPicture(
  ctx: Context,
  { realm_id: realmId }: Requester,
  kind: RealmPictureKind,
  key: string | null,
): Promise<string> {
  const { before, after } = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const { pictures: before } = await getRealm(tx, realmId)
    const { key: oldKey = null, version = 1 } = before[kind] ?? {}
    if (key === oldKey) return { before, after: before }
    const after = { ...before, [kind]: { key, version: version + 1 } }
    await updateRealm(tx, realmId, { pictures: after })
    const facts = presentRealmPictures({ id: realmId, pictures: after })[kind]
    await recordActs(tx, realmId, [
      { act: 'realm_picture_changed', after: { picture: kind, is_uploaded: key !== null } },
    ])
    await publish(tx, realmId, [forEverybody(realmPictureChanged(kind, facts))])
    return { before, after }
  })
  const old = before[kind]?.key
  if (old && old !== after[kind]?.key) await deleteFiles(ctx, [keyOfRealmPicture(realmId, old)])
  return realmPictureUrl({ id: realmId, pictures: after }, kind)
}

/** Key in the file store of a public picture; undefined if none was uploaded. */
export async function findRealmPicture(
  ctx: Pick<AppContext, 'db'>,
  realmId: number,
  kind: RealmPictureKind,
): Promise<string | undefined> {
  const pictures = await findRealmPictures(ctx.db.query, realmId)
  const key = pictures?.[kind]?.key
  return key ? keyOfRealmPicture(realmId, key) : undefined
}
