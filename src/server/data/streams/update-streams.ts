import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import type { ColumnType } from '../engine/rows'
import type { StreamRow, StreamsTable } from '../schema'
import { selectLiveStreams, selectStreams } from './streams'

export interface NewStream {
  name: string
  description: string
  rendered_description: string
  invite_only: boolean
  is_announcement_only: boolean
  history_public_to_subscribers: boolean
  is_default?: boolean
  message_retention_days?: number | null
  folder_id?: number | null
  topics_policy?: StreamRow['topics_policy']
  /** Permissions that differ from the defaults. */
  permissions?: StreamRow['permissions']
  creator_id: number | null
}

const newStreamColumns = {
  name: 'text',
  description: 'text',
  rendered_description: 'text',
  invite_only: 'boolean',
  is_announcement_only: 'boolean',
  history_public_to_subscribers: 'boolean',
  is_default: 'boolean',
  message_retention_days: 'integer',
  folder_id: 'bigint',
  topics_policy: 'text',
  permissions: 'jsonb',
  creator_id: 'bigint',
} as const satisfies Record<keyof NewStream, ColumnType>

const newStreamNames = sql.raw(Object.keys(newStreamColumns).join(', '))

/**
 * Creates the streams whose names are free, and returns the created ones. If two workers create the
 * same stream, one succeeds; of two spellings of a name, the first given is used. Rows are inserted
 * in order of their names, so that two callers with the same names cannot deadlock.
 */
export async function insertStreams(
  tx: Tx,
  realmId: number,
  streams: readonly NewStream[],
): Promise<StreamRow[]> {
  if (streams.length === 0) return []
  const given = streams.map((stream) => ({
    ...{ is_default: false, message_retention_days: null, folder_id: null },
    topics_policy: 'inherit',
    ...stream,
    permissions: JSON.stringify(stream.permissions ?? {}),
  }))
  const created = await sql<StreamRow>`
    insert into streams (realm_id, ${newStreamNames})
    select ${realmId}, ${newStreamNames}
    from ${rowsAs('given', given, newStreamColumns)}
    order by fold_case(name), position
    on conflict do nothing
    returning *`.execute(tx)
  return created.rows
}

/**
 * Locks live streams, by id so that two callers cannot deadlock. Messages can still be sent to
 * them, since those only refer to the key.
 */
export async function lockStreams(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<StreamRow[]> {
  return selectLiveStreams(tx, realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** {@link lockStreams}, for one stream, which may be archived. */
export async function lockStreamOfMessages(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return selectStreams(tx, realmId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateStream(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Updateable<StreamsTable>,
): Promise<StreamRow> {
  return tx
    .updateTable('streams')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Invalidates the caches of the subscribers of these streams, by a new version. */
export async function bumpSubscribersVersion(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<void> {
  if (streamIds.length === 0) return
  await tx
    .updateTable('streams')
    .set((eb) => ({ subscribers_version: eb('subscribers_version', '+', 1) }))
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...streamIds]}::bigint[])`)
    .execute()
}

export async function deactivateStreams(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('streams')
    .set({ deactivated_at: tx.now, is_default: false })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  // Clients drop the stream, so its messages must not stay unread.
  await tx
    .updateTable('subscriptions')
    .set({ read: sql`'{[0,)}'` })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`stream_id = any(${[...ids]}::bigint[])`)
    .execute()
}

/** Locks an archived stream. */
export async function lockArchivedStream(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return selectStreams(tx, realmId)
    .where('id', '=', id)
    .where('deactivated_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Restores an archived stream. Earlier messages count as read, later ones do not. */
export async function reviveStream(tx: Tx, realmId: number, id: number): Promise<StreamRow> {
  await sql`
    update subscriptions set read = int8multirange(int8range(0, newest.id + 1))
    from (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    where realm_id = ${realmId} and stream_id = ${id}`.execute(tx)
  return updateStream(tx, realmId, id, { deactivated_at: null })
}
