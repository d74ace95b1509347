import type { AppContext } from '../../../context'
import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import { countRecentMessages } from '../../../data/messages/newest-messages'
import type { StreamRow, UserRow } from '../../../data/schema'
import {
  findSubscription,
  listSubscribers,
  listSubscriptionsOf,
} from '../../../data/streams/subscriptions'
import type { SubscribedStream } from '../../../data/streams/subscriptions'
import { groupBy } from '../../../lib/group-by'
import { presentSubscription } from '../../../wire/streams'
import type { SubscriptionRecord } from '../../../../shared/streams'
import type { Requester } from '../../rules/authentication'
import {
  accessAnyStreamById,
  mayKnowStream,
  ownStreamIds,
} from '../../access/streams/access-stream'
import { accessUser } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { inheritedFrom, withInherited } from './subscription-settings'

/** Form of the lists of subscribers: contract clients read emails, newer clients ids. */
type SubscribersAs = 'emails' | 'ids' | 'none'

export interface ListOptions {
  subscribers: SubscribersAs
  /** Whether the client reads `null` in notification settings; others get the inherited value. */
  readsOpenSettings: boolean
}

/**
 * A user's active subscriptions to live streams, by name.
 * Sources: docs/protocol/contract.md#get-subscriptions, docs/protocol/subscriptions.md#list.
 */
export async function listSubscriptionRecords(
  db: DatedQueryable,
  user: UserRow,
  options: ListOptions,
): Promise<SubscriptionRecord[]> {
  const rows = await listSubscriptionsOf(db, user.realm_id, user.id)
  return presentAll(
    db,
    user,
    rows.filter((row) => row.active),
    options,
  )
}

/**
 * @throws NoSuchUserError, InvalidStreamIdError.
 * Source: docs/protocol/subscriptions.md#is-subscribed.
 */
export async function isSubscribed(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
  streamId: number,
): Promise<boolean> {
  const db = ctx.db.dated()
  const user = await accessUser(db, requester, reference)
  const { stream } = await accessAnyStreamById(db, requester, streamId)
  return (await findSubscription(db, stream.realm_id, user.id, stream.id)) !== undefined
}

/**
 * Ids of the streams that a user is subscribed to, ascending; only those that the requester may know.
 * @throws NoSuchUserError
 * Source: docs/protocol/subscriptions.md#channels-of-user.
 */
export async function listSubscribedIds(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<number[]> {
  const db = ctx.db.dated()
  const user = await accessUser(db, requester, reference)
  const own = await ownStreamIds(db, requester)
  const streams = await listSubscriptionsOf(db, user.realm_id, user.id)
  return streams
    .filter((stream) => stream.active && mayKnowStream(db, requester, stream, own.has(stream.id)))
    .map(({ id }) => id)
    .sort((a, b) => a - b)
}

async function presentAll(
  db: DatedQueryable,
  user: UserRow,
  rows: readonly SubscribedStream[],
  { subscribers: as, readsOpenSettings }: ListOptions,
): Promise<SubscriptionRecord[]> {
  const traffic = await countRecentMessages(
    db,
    user.realm_id,
    rows.map((row) => row.id),
  )
  const subscribers = await subscribersOf(db, user, rows, as)
  const inherited = inheritedFrom(user)
  return rows.map((row) =>
    presentSubscription(row, readsOpenSettings ? row : withInherited(row, inherited), {
      now: db.now,
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
