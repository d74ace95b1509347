import { sql } from 'kysely'
import { isSubscribedTo } from '../access/rule'
import type { Queryable } from '../engine/database'
import { streamColumns } from '../engine/row-columns'
import type { StreamRow } from '../schema'

/**
 * The live stream for each given name, ignoring case. Names are compared by the database only,
 * since other lowercasing rules differ.
 */
export async function listStreamsNamed(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<Map<string, StreamRow>> {
  if (names.length === 0) return new Map()
  const found = await sql<StreamRow & { wanted: string }>`
    select wanted.name as wanted, streams.*
    from unnest(${[...new Set(names)]}::text[]) as wanted (name)
    join streams on fold_case(streams.name) = fold_case(wanted.name)
    where streams.realm_id = ${realmId} and streams.deactivated_at is null`.execute(db)
  return new Map(found.rows.map(({ wanted, ...stream }) => [wanted, stream]))
}

/** Query for streams of a realm, including archived ones. */
export function selectStreams(db: Queryable, realmId: number) {
  return db.selectFrom('streams').select(streamColumns).where('realm_id', '=', realmId)
}

export function selectLiveStreams(db: Queryable, realmId: number) {
  return selectStreams(db, realmId).where('deactivated_at', 'is', null)
}

export async function findStreamByName(
  db: Queryable,
  realmId: number,
  name: string,
): Promise<StreamRow | undefined> {
  return selectLiveStreams(db, realmId)
    .where(sql`fold_case(name)`, '=', sql`fold_case(${name})`)
    .executeTakeFirst()
}

/** The stream with a name, archived or not; a live one first, since archived ones may share its name. */
export async function findAnyStreamByName(
  db: Queryable,
  realmId: number,
  name: string,
): Promise<StreamRow | undefined> {
  return selectStreams(db, realmId)
    .where(sql`fold_case(name)`, '=', sql`fold_case(${name})`)
    .orderBy(sql`deactivated_at desc nulls first`)
    .limit(1)
    .executeTakeFirst()
}

export async function findStreamById(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return selectLiveStreams(db, realmId).where('id', '=', id).executeTakeFirst()
}

/** A live stream with the columns that decide whether a user may know it. */
export interface SeenStream {
  invite_only: boolean
  permissions: StreamRow['permissions']
  creator_id: number | null
  is_subscribed: boolean
}

export async function findStreamSeenBy(
  db: Queryable,
  realmId: number,
  userId: number,
  id: number,
): Promise<SeenStream | undefined> {
  const { rows } = await sql<SeenStream>`
    select invite_only, permissions, creator_id,
      ${isSubscribedTo({ realm_id: realmId, id: userId }, sql`streams.id`)}
      as is_subscribed
    from streams
    where realm_id = ${realmId} and id = ${id} and deactivated_at is null`.execute(db)
  return rows[0]
}

/** Live streams with these ids, by id. */
export async function listStreamsWithIds(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<StreamRow[]> {
  return selectLiveStreams(db, realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The stream of a message, which may be archived. */
export async function findStreamOfMessage(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return selectStreams(db, realmId).where('id', '=', id).executeTakeFirst()
}

/** Live streams of the realm, by name. */
export async function listStreams(db: Queryable, realmId: number): Promise<StreamRow[]> {
  return selectLiveStreams(db, realmId)
    .orderBy(sql`name collate "C"`)
    .execute()
}

/** All streams of the realm, including archived ones, by name. */
export async function listAllStreams(db: Queryable, realmId: number): Promise<StreamRow[]> {
  return selectStreams(db, realmId)
    .orderBy(sql`name collate "C"`)
    .execute()
}

/** Live public streams with exactly these names, as stream links in messages need them. */
export async function listLinkableStreams(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<Pick<StreamRow, 'id' | 'name'>[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('streams')
    .select(['id', 'name'])
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where('invite_only', '=', false)
    .where(sql<boolean>`name = any(${[...names]}::text[])`)
    .execute()
}
