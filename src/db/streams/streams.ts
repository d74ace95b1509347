import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import { isSubscribedTo } from '../access/rule'
import type { Queryable, Tx } from '../engine/database'
import { streamColumns } from '../engine/row-columns'
import { rowsAs } from '../engine/rows'
import type { ColumnType } from '../engine/rows'
import type { StreamRow, StreamsTable } from '../schema'

/**
 * The live stream of each name, by the name as it was given, in which letter case is ignored.
 * Only the database says which names are the same: lower case means something else elsewhere.
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
    join streams on lower(streams.name) = lower(wanted.name)
    where streams.realm_id = ${realmId} and streams.deactivated_at is null`.execute(db)
  return new Map(found.rows.map(({ wanted, ...stream }) => [wanted, stream]))
}

function selectStreams(db: Queryable, realmId: number) {
  return db.selectFrom('streams').select(streamColumns).where('realm_id', '=', realmId)
}

function selectLiveStreams(db: Queryable, realmId: number) {
  return selectStreams(db, realmId).where('deactivated_at', 'is', null)
}

export async function findStreamByName(
  db: Queryable,
  realmId: number,
  name: string,
): Promise<StreamRow | undefined> {
  return selectLiveStreams(db, realmId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
}

export async function findStreamById(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return selectLiveStreams(db, realmId).where('id', '=', id).executeTakeFirst()
}

/** A live stream with what decides whether a user may know of it. */
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

/** Live streams among the listed ones, by id. */
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

/** All streams of the realm, archived ones too, by name. */
export async function listAllStreams(db: Queryable, realmId: number): Promise<StreamRow[]> {
  return selectStreams(db, realmId)
    .orderBy(sql`name collate "C"`)
    .execute()
}

/** Public live streams whose names match exactly: what a stream link in a message may name. */
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
  /** Who may do what, where it is not as by default. */
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
  permissions: 'jsonb',
  creator_id: 'bigint',
} as const satisfies Record<keyof NewStream, ColumnType>

const newStreamNames = sql.raw(Object.keys(newStreamColumns).join(', '))

/**
 * Creates the streams whose names are free and answers those it created: of two workers
 * that create the same stream at once, one does, and of two spellings the first given counts.
 * They are created by name, so that two callers who reach for the same names cannot block
 * each other.
 */
export async function insertStreams(
  tx: Tx,
  realmId: number,
  streams: readonly NewStream[],
): Promise<StreamRow[]> {
  if (streams.length === 0) return []
  const given = streams.map((stream) => ({
    ...{ is_default: false, message_retention_days: null, folder_id: null },
    ...stream,
    permissions: JSON.stringify(stream.permissions ?? {}),
  }))
  const created = await sql<StreamRow>`
    insert into streams (realm_id, ${newStreamNames})
    select ${realmId}, ${newStreamNames}
    from ${rowsAs('given', given, newStreamColumns)}
    order by lower(name), position
    on conflict (realm_id, lower(name)) where deactivated_at is null do nothing
    returning *`.execute(tx)
  return created.rows
}

/**
 * Locks live streams, by id so that two callers cannot block each other. Messages can still be
 * sent to them: those only refer to the key.
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

/** {@link lockStreams}, for one stream that may be archived. */
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

/** Tells the workers that cache subscriber sets that those of these streams changed. */
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
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('streams')
    .set({ deactivated_at: now, is_default: false })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  // Clients forget the stream, and what is unread in it.
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

/** Brings an archived stream back. What was said in it counts as read, and nothing after. */
export async function reviveStream(tx: Tx, realmId: number, id: number): Promise<StreamRow> {
  await sql`
    update subscriptions set read = int8multirange(int8range(0, newest.id + 1))
    from (select coalesce(max(id), 0) as id from messages where realm_id = ${realmId}) newest
    where realm_id = ${realmId} and stream_id = ${id}`.execute(tx)
  return updateStream(tx, realmId, id, { deactivated_at: null })
}

/** A stream with what a message to it tells, and its access rules need. */
export type MessageStream = Pick<
  StreamRow,
  | 'id'
  | 'name'
  | 'recipient_id'
  | 'invite_only'
  | 'permissions'
  | 'creator_id'
  | 'subscribers_version'
>

export type SendTarget = MessageStream & {
  /** Version of the stream's row, new after every change, also of who is subscribed. */
  revision: string
  sender_subscribed: boolean
  /** The owner of the sending bot is subscribed. */
  owner_subscribed: boolean
  has_subscribers: boolean
}

/** A live stream, by name or id, with what decides whether the sender may write to it. */
export async function findSendTarget(
  db: Queryable,
  sender: { id: number; realm_id: number; bot_owner_id: number | null },
  stream: string | number,
): Promise<SendTarget | undefined> {
  const { realm_id, id, bot_owner_id } = sender
  // A null is nobody.
  const isSubscriber = (userId: number | null) =>
    isSubscribedTo({ realm_id, id: userId as number }, sql`streams.id`)
  return db
    .selectFrom('streams')
    .select([
      'id',
      'name',
      'recipient_id',
      'invite_only',
      'permissions',
      'creator_id',
      'subscribers_version',
      sql<string>`xmin::text`.as('revision'),
      isSubscriber(id).as('sender_subscribed'),
      isSubscriber(bot_owner_id).as('owner_subscribed'),
      hasSubscribers.as('has_subscribers'),
    ])
    .where('realm_id', '=', realm_id)
    .where('deactivated_at', 'is', null)
    .where(
      typeof stream === 'number'
        ? sql<boolean>`id = ${stream}`
        : sql<boolean>`lower(name) = lower(${stream})`,
    )
    .executeTakeFirst()
}

const hasSubscribers = sql<boolean>`exists (
  select from subscriptions
  join users on users.realm_id = subscriptions.realm_id and users.id = subscriptions.user_id
  where subscriptions.realm_id = streams.realm_id and subscriptions.stream_id = streams.id
    and subscriptions.active and users.deactivated_at is null)`
