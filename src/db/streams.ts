import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Queryable, Tx } from './database'
import type { StreamRow, StreamsTable } from './schema'

/** Names are compared ignoring case; deactivated streams are not found. */
export async function listStreamsNamed(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<StreamRow[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`lower(name) in (select lower(n) from unnest(${[...names]}::text[]) n)`)
    .execute()
}

export async function findStreamByName(
  db: Queryable,
  realmId: number,
  name: string,
): Promise<StreamRow | undefined> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst()
}

export async function findStreamById(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<StreamRow | undefined> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Live streams of the realm, by name. */
export async function listStreams(db: Queryable, realmId: number): Promise<StreamRow[]> {
  return db
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .orderBy(sql`name collate "C"`)
    .execute()
}

/** Public live streams whose names match exactly: what a stream link in a message may name. */
export async function listLinkableStreams(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<Pick<StreamRow, 'id' | 'name' | 'invite_only'>[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('streams')
    .select(['id', 'name', 'invite_only'])
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
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
  creator_id: number | null
}

/**
 * Creates the streams whose names are free and answers those it created: of two workers
 * that create the same stream at once, one does.
 */
export async function insertStreams(
  tx: Tx,
  realmId: number,
  streams: readonly NewStream[],
): Promise<StreamRow[]> {
  if (streams.length === 0) return []
  return tx
    .insertInto('streams')
    .values(streams.map((stream) => ({ realm_id: realmId, ...stream })))
    .onConflict((conflict) =>
      conflict
        .expression(sql`realm_id, lower(name)`)
        .where('deactivated_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .execute()
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
  return tx
    .selectFrom('streams')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
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
    .set({ deactivated_at: now })
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
}

export type SendTarget = StreamRow & {
  sender_subscribed: boolean
  /** The owner of the sending bot is subscribed. */
  owner_subscribed: boolean
}

/** A live stream, by name or id, with what decides whether the sender may write to it. */
export async function findSendTarget(
  db: Queryable,
  sender: { id: number; realm_id: number; bot_owner_id: number | null },
  stream: string | number,
): Promise<SendTarget | undefined> {
  const isSubscribed = (userId: number | null) =>
    sql<boolean>`exists (
      select from subscriptions
      where subscriptions.realm_id = streams.realm_id and subscriptions.stream_id = streams.id
        and subscriptions.user_id = ${userId} and subscriptions.active)`
  return db
    .selectFrom('streams')
    .selectAll()
    .select([
      isSubscribed(sender.id).as('sender_subscribed'),
      isSubscribed(sender.bot_owner_id).as('owner_subscribed'),
    ])
    .where('realm_id', '=', sender.realm_id)
    .where('deactivated_at', 'is', null)
    .where(
      typeof stream === 'number'
        ? sql<boolean>`id = ${stream}`
        : sql<boolean>`lower(name) = lower(${stream})`,
    )
    .executeTakeFirst()
}
