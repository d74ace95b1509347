import type { AppContext } from '../../../context'
import { orderRows } from '../../../data/engine/order-rows'
import { isUniqueViolation } from '../../../data/engine/database'
import type { Queryable, Tx } from '../../../data/engine/database'
import type { ChannelFolderRow } from '../../../data/schema'
import {
  insertChannelFolder,
  isFolderUsed,
  listChannelFolders,
  lockChannelFolders,
  updateChannelFolder,
} from '../../../data/streams/folders'
import { publish } from '../../../events/publish'
import {
  channelFolderAdded,
  channelFolderChanged,
  channelFoldersOrdered,
  presentChannelFolder,
  presentChannelFolders,
} from '../../../wire/channel-folders'
import type { ChannelFolderRecord } from '../../../../shared/channel-folders'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { realmAsWriter, renderContent } from '../../posting/rendering/rendering'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import { visibly } from '../../../lib/characters'

/*
 * Folders into which administrators sort streams. Source: docs/protocol/channel-settings.md#channel-folders.
 */

type Context = Pick<AppContext, 'db'>

export interface FolderChanges {
  name: string | undefined
  description: string | undefined
  isArchived: boolean | undefined
}

/** The folders of the organization, in display order. */
export async function listFolderRecords(
  db: Queryable,
  requester: Requester,
  { includeArchived }: { includeArchived: boolean },
): Promise<ChannelFolderRecord[]> {
  const folders = presentChannelFolders(await listChannelFolders(db, requester.realm_id))
  return folders.filter((folder) => includeArchived || !folder.is_archived)
}

/**
 * Makes a folder at the end of the list, and answers its id.
 * @throws AdministratorRequiredError; BadRequestError for an invalid or taken name, and for too many folders
 */
export async function addFolder(
  ctx: Context,
  requester: Requester,
  texts: { name: string; description: string },
): Promise<number> {
  requireAdministrator(requester)
  const { realm_id, id: creator_id } = requester
  return ctx.db.transaction(async (tx) => {
    const folders = await lockChannelFolders(tx, realm_id)
    if (folders.length >= sizeLimits.channelFolders) {
      throw new BadRequestError(`Too many channel folders (limit: ${sizeLimits.channelFolders})`)
    }
    const name = checkName(texts.name)
    const described = await describe(tx, realm_id, texts.description)
    const folder = await uniquely(name, () =>
      insertChannelFolder(tx, {
        name,
        ...described,
        realm_id,
        creator_id,
        created_at: tx.now,
        position: (folders.at(-1)?.position ?? 0) + 1,
      }),
    )
    const record = presentChannelFolder(folder, folders.length)
    await publish(tx, realm_id, [forEverybody(channelFolderAdded(record))])
    return folder.id
  })
}

/**
 * Changes the given fields; publishes only real changes.
 * @throws AdministratorRequiredError; BadRequestError for an unknown folder, an invalid or taken name, and
 * for archiving a folder with streams
 */
export async function changeFolder(
  ctx: Context,
  requester: Requester,
  id: number,
  { name, description, isArchived }: FolderChanges,
): Promise<void> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const folder = getFolder(await lockChannelFolders(tx, realmId), id)
    const changes: Partial<ChannelFolderRow> = {
      ...(name !== undefined && { name: checkName(name) }),
      ...(description !== undefined && (await describe(tx, realmId, description))),
    }
    if (isArchived !== undefined && isArchived !== (folder.archived_at !== null)) {
      if (isArchived && (await isFolderUsed(tx, realmId, id))) {
        throw new BadRequestError(
          'You need to remove all the channels from this folder to archive it.',
        )
      }
      changes.archived_at = isArchived ? tx.now : null
    }
    if (Object.keys(changes).length === 0) return
    const changed = { ...folder, ...changes }
    await uniquely(changed.name, () => updateChannelFolder(tx, realmId, id, changes))
    const data = differing(presentChannelFolder(folder, 0), presentChannelFolder(changed, 0))
    if (Object.keys(data).length === 0) return
    await publish(tx, realmId, [forEverybody(channelFolderChanged(id, data))])
  })
}

/**
 * Puts all folders in another order.
 * @param order ids of all folders, archived ones included
 * @throws AdministratorRequiredError, BadRequestError
 * Source: docs/protocol/channel-settings.md#folder-order.
 */
export async function orderFolders(
  ctx: Context,
  requester: Requester,
  order: readonly number[],
): Promise<void> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const ids = (await lockChannelFolders(tx, realmId)).map((folder) => folder.id)
    const wanted = new Set(order)
    if (order.length !== ids.length || ids.some((id) => !wanted.has(id))) {
      throw new BadRequestError('Invalid order mapping.')
    }
    if (ids.join() === order.join()) return
    await orderRows(tx, 'channel_folders', realmId, order)
    await publish(tx, realmId, [forEverybody(channelFoldersOrdered(order))])
  })
}

/** Locks a folder that can take streams. @throws BadRequestError */
export async function accessFolderForStreams(tx: Tx, realmId: number, id: number): Promise<void> {
  const folder = getFolder(await lockChannelFolders(tx, realmId), id)
  if (folder.archived_at) throw new BadRequestError('Invalid channel folder ID')
}

function getFolder(folders: readonly ChannelFolderRow[], id: number): ChannelFolderRow {
  const folder = folders.find((each) => each.id === id)
  if (!folder) throw new BadRequestError('Invalid channel folder ID')
  return folder
}

/** Checks a folder's name and trims it for storage. @throws BadRequestError */
function checkName(name: string): string {
  const trimmed = visibly(name)
  if (trimmed === '') throw new BadRequestError("Channel folder name can't be empty.")
  return trimmed
}

async function describe(tx: Tx, realmId: number, text: string) {
  const description = visibly(text)
  const { html } = await renderContent(tx, realmAsWriter(realmId), description)
  return { description, rendered_description: description === '' ? '' : html }
}

/** Turns a violation of the database's unique index into a refusal. */
async function uniquely<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new BadRequestError(`Channel folder '${name}' already exists`)
  }
}

function differing(
  before: ChannelFolderRecord,
  after: ChannelFolderRecord,
): Partial<ChannelFolderRecord> {
  const names = Object.keys(after) as (keyof ChannelFolderRecord)[]
  const changed = names.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}
