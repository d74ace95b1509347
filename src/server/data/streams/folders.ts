import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ChannelFolderRow, ChannelFoldersTable } from '../schema'

/** Folders of a realm in their order, including archived ones. */
export async function listChannelFolders(
  db: Queryable,
  realmId: number,
): Promise<ChannelFolderRow[]> {
  return db
    .selectFrom('channel_folders')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Locks and lists the folders of a realm, in their order, so that the caller sees all changes of
 * others.
 */
export async function lockChannelFolders(tx: Tx, realmId: number): Promise<ChannelFolderRow[]> {
  // Locks the realm's row, since there may be no folder yet to lock.
  await sql`select from realms where id = ${realmId} for no key update`.execute(tx)
  return listChannelFolders(tx, realmId)
}

export async function insertChannelFolder(
  tx: Tx,
  folder: Omit<ChannelFolderRow, 'id' | 'archived_at'>,
): Promise<ChannelFolderRow> {
  return tx.insertInto('channel_folders').values(folder).returningAll().executeTakeFirstOrThrow()
}

export async function updateChannelFolder(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Updateable<ChannelFoldersTable>,
): Promise<void> {
  await tx
    .updateTable('channel_folders')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Whether a live stream is in a folder. */
export async function isFolderUsed(db: Queryable, realmId: number, id: number): Promise<boolean> {
  const stream = await db
    .selectFrom('streams')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('folder_id', '=', id)
    .where('deactivated_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return stream !== undefined
}
