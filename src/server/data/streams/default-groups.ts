import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

/** Streams that new accounts can subscribe to as a group. */
export interface DefaultStreamGroup {
  id: number
  name: string
  description: string
  /** Ids of its streams, ascending. */
  stream_ids: number[]
}

/** All groups of a realm, by id. */
export async function listDefaultStreamGroups(
  db: Queryable,
  realmId: number,
): Promise<DefaultStreamGroup[]> {
  const { rows } = await sql<DefaultStreamGroup>`
    select id, name, description, array_to_json(array(
      select stream_id from default_stream_group_streams tie
      where tie.realm_id = ${realmId} and tie.group_id = default_stream_groups.id
      order by stream_id)) as stream_ids
    from default_stream_groups where realm_id = ${realmId} order by id`.execute(db)
  return rows
}

/** {@link listDefaultStreamGroups}, locked against concurrent changes. */
export async function lockDefaultStreamGroups(
  tx: Tx,
  realmId: number,
): Promise<DefaultStreamGroup[]> {
  // Locks the realm's row, since there may be no group yet to lock.
  await sql`select from realms where id = ${realmId} for no key update`.execute(tx)
  return listDefaultStreamGroups(tx, realmId)
}

export async function insertDefaultStreamGroup(
  tx: Tx,
  realmId: number,
  group: { name: string; description: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('default_stream_groups')
    .values({ realm_id: realmId, ...group })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateDefaultStreamGroup(
  tx: Tx,
  realmId: number,
  id: number,
  changes: { name?: string; description?: string },
): Promise<void> {
  await tx
    .updateTable('default_stream_groups')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deleteDefaultStreamGroup(tx: Tx, realmId: number, id: number): Promise<void> {
  await tx
    .deleteFrom('default_stream_groups')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function addToDefaultStreamGroup(
  tx: Tx,
  realmId: number,
  groupId: number,
  streamIds: readonly number[],
): Promise<void> {
  await sql`
    insert into default_stream_group_streams (realm_id, group_id, stream_id)
    select ${realmId}, ${groupId}, id from unnest(${[...streamIds]}::bigint[]) as id`.execute(tx)
}

export async function removeFromDefaultStreamGroup(
  tx: Tx,
  realmId: number,
  groupId: number,
  streamIds: readonly number[],
): Promise<void> {
  await sql`
    delete from default_stream_group_streams
    where realm_id = ${realmId} and group_id = ${groupId}
      and stream_id = any(${[...streamIds]}::bigint[])`.execute(tx)
}

/** Removes streams from all groups; returns whether any was in one. */
export async function removeFromDefaultStreamGroups(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    delete from default_stream_group_streams
    where realm_id = ${realmId} and stream_id = any(${[...streamIds]}::bigint[])
    returning stream_id`.execute(tx)
  return rows.length > 0
}
