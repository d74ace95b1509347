import type { Queryable } from '../../db/database'
import { countRecentMessages } from '../../db/messages'
import type { StreamRow, UserRow } from '../../db/schema'
import { listSubscribers, listSubscriptionsOf } from '../../db/subscriptions'
import type { SubscribedStream } from '../../db/subscriptions'
import { presentStream, presentSubscription } from '../../wire/streams'
import type { StreamRecord, SubscriptionRecord } from '../../wire/streams'
import { groupBy } from '../group-by'
import { mayKnowStream } from '../stream-access'
import { listKnownStreams } from '../streams/list'

/** How subscribers are listed: contract clients read emails, newer ones ids. */
export type SubscribersAs = 'emails' | 'ids' | 'none'

/**
 * A user's active subscriptions to live streams, by name.
 * Source: API document, "GET /api/v1/users/me/subscriptions"; protocol notes 3.4.
 */
export async function listSubscriptionRecords(
  db: Queryable,
  now: Date,
  user: UserRow,
  subscribers: SubscribersAs,
): Promise<SubscriptionRecord[]> {
  const rows = await listSubscriptionsOf(db, user.realm_id, user.id)
  return presentAll(
    db,
    now,
    user,
    rows.filter((row) => row.active),
    subscribers,
  )
}

export interface AllSubscriptionRecords {
  subscriptions: SubscriptionRecord[]
  /** Streams the user left and still may know of. */
  unsubscribed: SubscriptionRecord[]
  /** Streams the user may know of and never was subscribed to. */
  neverSubscribed: (StreamRecord & { subscribers?: number[] })[]
}

/**
 * Every stream that a user may know of, parted by the user's tie to it.
 * Source: protocol notes 4.3, "subscription".
 */
export async function listAllSubscriptionRecords(
  db: Queryable,
  now: Date,
  user: UserRow,
  subscribers: SubscribersAs,
): Promise<AllSubscriptionRecords> {
  const rows = await listSubscriptionsOf(db, user.realm_id, user.id)
  const left = rows.filter((row) => !row.active && mayKnowStream(user, row, false))
  const ever = new Set(rows.map((row) => row.stream_id))
  const never = (await listKnownStreams(db, user)).filter((stream) => !ever.has(stream.id))
  const neverSubscribers = await subscribersOf(db, user, never, subscribers)
  return {
    subscriptions: await presentAll(
      db,
      now,
      user,
      rows.filter((row) => row.active),
      subscribers,
    ),
    unsubscribed: await presentAll(db, now, user, left, subscribers),
    neverSubscribed: never.map((stream) => ({
      ...presentStream(stream),
      ...(subscribers === 'none'
        ? {}
        : { subscribers: (neverSubscribers.get(stream.id) ?? []) as number[] }),
    })),
  }
}

async function presentAll(
  db: Queryable,
  now: Date,
  user: UserRow,
  rows: readonly SubscribedStream[],
  as: SubscribersAs,
): Promise<SubscriptionRecord[]> {
  const traffic = await countRecentMessages(
    db,
    user.realm_id,
    rows.map((row) => row.id),
  )
  const subscribers = await subscribersOf(db, user, rows, as)
  return rows.map((row) =>
    presentSubscription(row, row, {
      now,
      recentMessages: traffic.get(row.id) ?? 0,
      ...(as === 'none' ? {} : { subscribers: subscribers.get(row.id) ?? [] }),
    }),
  )
}

async function subscribersOf(
  db: Queryable,
  user: UserRow,
  streams: readonly StreamRow[],
  as: SubscribersAs,
): Promise<Map<number, (string | number)[]>> {
  if (as === 'none') return new Map()
  const rows = await listSubscribers(
    db,
    user.realm_id,
    streams.map((stream) => stream.id),
  )
  return new Map(
    [...groupBy(rows, (row) => row.stream_id)].map(([streamId, subscribers]) => [
      streamId,
      as === 'ids'
        ? subscribers.map((subscriber) => subscriber.user_id)
        : subscribers.map((subscriber) => subscriber.email).sort(),
    ]),
  )
}
