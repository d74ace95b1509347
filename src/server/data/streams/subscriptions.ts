import { sql } from 'kysely'
import { isReceivedInStream } from '../access/rule'
import type { Queryable } from '../engine/database'
import { roles } from '../../../shared/rules/roles'
import type { StreamRow, SubscriptionRow } from '../schema'

/** Limits of {@link listSubscriberIds}. */
interface SubscribersWanted {
  atMost?: number
  /** Only those who joined no later than this version of the subscribers (`streams.subscribers_version`). */
  version?: number
}

/** Ids of the active accounts subscribed to a stream. */
export async function listSubscriberIds(
  db: Queryable,
  realmId: number,
  streamId: number,
  { atMost, version }: SubscribersWanted = {},
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'subscriptions.realm_id')
        .onRef('users.id', '=', 'subscriptions.user_id'),
    )
    .select('subscriptions.user_id')
    .where('subscriptions.realm_id', '=', realmId)
    .where('subscriptions.stream_id', '=', streamId)
    .where('subscriptions.active', '=', true)
    .where('users.deactivated_at', 'is', null)
    .$if(version !== undefined, (query) =>
      query.where('subscriptions.joined_version', '<=', version as number),
    )
    .$if(atMost !== undefined, (query) => query.limit(atMost as number))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Ids of the active accounts subscribed to a stream that were subscribed when a message was sent there. */
export async function listSubscriberIdsAt(
  db: Queryable,
  realmId: number,
  { streamId, messageId }: { streamId: number; messageId: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select tie.user_id from subscriptions tie
    join users on users.realm_id = tie.realm_id and users.id = tie.user_id
    where tie.realm_id = ${realmId} and tie.stream_id = ${streamId}
      and tie.active and users.deactivated_at is null
      and ${isReceivedInStream({ realm_id: realmId, id: sql`tie.user_id` }, streamId, sql`${messageId}::bigint`)}`.execute(
    db,
  )
  return rows.map((row) => row.user_id)
}

/** The version of a stream's subscribers. */
export async function readSubscribersVersion(
  db: Queryable,
  realmId: number,
  streamId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('streams')
    .select('subscribers_version')
    .where('realm_id', '=', realmId)
    .where('id', '=', streamId)
    .executeTakeFirst()
  return row?.subscribers_version
}

export interface Subscriber {
  stream_id: number
  user_id: number
  email: string
}

/** Active accounts subscribed to any of several streams, by user id. */
export async function listSubscribers(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<Subscriber[]> {
  if (streamIds.length === 0) return []
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'subscriptions.realm_id')
        .onRef('users.id', '=', 'subscriptions.user_id'),
    )
    .select(['subscriptions.stream_id', 'subscriptions.user_id', 'users.email'])
    .where('subscriptions.realm_id', '=', realmId)
    .where(sql<boolean>`subscriptions.stream_id = any(${[...streamIds]}::bigint[])`)
    .where('subscriptions.active', '=', true)
    .where('users.deactivated_at', 'is', null)
    .orderBy('subscriptions.user_id')
    .execute()
}

/** Number of active subscribed accounts per stream; omits streams without any. */
export async function countSubscribers(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<Map<number, number>> {
  if (streamIds.length === 0) return new Map()
  const { rows } = await sql<{ stream_id: number; count: number }>`
    select subscriptions.stream_id, count(*)::int as count
    from subscriptions
    join users on users.realm_id = subscriptions.realm_id and users.id = subscriptions.user_id
    where subscriptions.realm_id = ${realmId} and subscriptions.active
      and subscriptions.stream_id = any(${[...streamIds]}::bigint[])
      and users.deactivated_at is null
    group by subscriptions.stream_id`.execute(db)
  return new Map(rows.map((row) => [row.stream_id, row.count]))
}

/** The subscriptions of guests to any of these streams. */
export async function listGuestTies(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<{ user_id: number; stream_id: number }[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'subscriptions.realm_id')
        .onRef('users.id', '=', 'subscriptions.user_id'),
    )
    .select(['subscriptions.user_id', 'subscriptions.stream_id'])
    .where('subscriptions.realm_id', '=', realmId)
    .where(sql<boolean>`subscriptions.stream_id = any(${[...streamIds]}::bigint[])`)
    .where('subscriptions.active', '=', true)
    .where('users.role', '=', roles.guest)
    .where('users.deactivated_at', 'is', null)
    .orderBy('subscriptions.user_id')
    .orderBy('subscriptions.stream_id')
    .execute()
}

/** The subset of users subscribed to a stream. */
export async function listSubscribersAmong(
  db: Queryable,
  realmId: number,
  streamId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where('stream_id', '=', streamId)
    .where('active', '=', true)
    .execute()
  return rows.map((row) => row.user_id)
}

/** A stream with a user's subscription to it; `realm_id` is the only column in both tables. */
export type SubscribedStream = StreamRow & SubscriptionRow

/**
 * Live streams that a user is or was subscribed to, by stream name; `active` tells the two apart.
 */
export async function listSubscriptionsOf(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<SubscribedStream[]> {
  return listSubscriptionsOfPeople(db, realmId, [userId])
}

/** The same of several people. */
export async function listSubscriptionsOfPeople(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<SubscribedStream[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'subscriptions.realm_id')
        .onRef('streams.id', '=', 'subscriptions.stream_id'),
    )
    .selectAll(['subscriptions', 'streams'])
    .where('subscriptions.realm_id', '=', realmId)
    .where(sql<boolean>`subscriptions.user_id = any(${[...userIds]}::bigint[])`)
    .where('streams.deactivated_at', 'is', null)
    .orderBy(sql`streams.name collate "C"`)
    .execute()
}

/** Subscriptions, active or ended, of these users to these streams. */
export async function listSubscriptionRows(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
  streamIds: readonly number[],
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where(sql<boolean>`stream_id = any(${[...streamIds]}::bigint[])`)
    .execute()
}

/** The active subscription of a user to a stream. */
export async function findSubscription(
  db: Queryable,
  realmId: number,
  userId: number,
  streamId: number,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Colors of users' active subscriptions, to choose an unused one for a new subscription. */
export async function listColorsOf(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<{ user_id: number; color: string }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['user_id', 'color'])
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where('active', '=', true)
    .execute()
}

/** Ids of the streams a user is subscribed to. */
export async function listSubscribedStreamIds(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('stream_id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .execute()
  return rows.map((row) => row.stream_id)
}
