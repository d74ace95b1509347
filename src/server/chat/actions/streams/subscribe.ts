import { holdOffSightChanges } from '../../../data/access/order-of-sight'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../../data/schema'
import { bumpSubscribersVersion, lockStreams } from '../../../data/streams/update-streams'
import { activateSubscriptions } from '../../../data/streams/subscription-changes'
import { listColorsOf } from '../../../data/streams/subscriptions'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { isGuest } from '../../../../shared/rules/roles'
import { streamCreated, subscriptionAdded } from '../../../wire/stream-events'
import { presentSubscription } from '../../../wire/streams'
import { mayKnowStream, subscriberIdsOf, viewersOf } from '../../access/streams/access-stream'
import { watchStars } from '../../notify/messages/star-visibility'
import { peerEvents } from '../../notify/streams/peers'
import { newlyVisibleUserEvents } from '../../notify/users/guest-visibility'
import {
  inheritedFrom,
  leavesOpen,
  readsOpenSettings,
  withInherited,
} from './subscription-settings'

export interface SubscribeRequest {
  users: readonly UserRow[]
  streams: readonly StreamRow[]
}

/**
 * Subscribes all users to all streams and publishes all events. Answers the new subscriptions; existing
 * ones are unchanged. The number of statements does not depend on the number of users or streams.
 */
export async function subscribeUsers(
  tx: Tx,
  realmId: number,
  { users: given, streams }: SubscribeRequest,
): Promise<SubscriptionRow[]> {
  const users = await holdOffSightChanges(tx, realmId, given)
  const locked = await lockStreams(
    tx,
    realmId,
    streams.map((stream) => stream.id),
  )
  const starsSince = await watchStarsOf(tx, realmId, { users, streams: locked })
  const added = await activateSubscriptions(tx, realmId, await propose(tx, realmId, users, locked))
  if (added.length === 0) return []

  const changed = await bumpChanged(tx, realmId, locked, added)
  await publish(tx, realmId, [
    ...(await newlyVisibleUserEvents(tx, realmId, users, added)),
    ...(await explain(tx, realmId, { users, streams: changed, added })),
    ...(await starsSince()),
  ])
  return added
}

/** {@link watchStars} for a join or leave, which does not change who may read a public stream, but for guests. */
export async function watchStarsOf(
  tx: Tx,
  realmId: number,
  { users, streams }: SubscribeRequest,
): Promise<() => Promise<Publication[]>> {
  const concerned = users.some(isGuest) ? streams : streams.filter((stream) => stream.invite_only)
  if (concerned.length === 0) return () => Promise.resolve([])
  return watchStars(tx, realmId, {
    userIds: users.map(({ id }) => id),
    streamIds: concerned.map(({ id }) => id),
  })
}

/**
 * Increments `subscribers_version` of the streams of `ties` and answers these streams.
 * @param locked locked streams; may contain others
 */
export async function bumpChanged(
  tx: Tx,
  realmId: number,
  locked: readonly StreamRow[],
  ties: readonly { stream_id: number }[],
): Promise<StreamRow[]> {
  const changedIds = new Set(ties.map((tie) => tie.stream_id))
  await bumpSubscribersVersion(tx, realmId, [...changedIds])
  return locked
    .filter((stream) => changedIds.has(stream.id))
    .map((stream) => ({ ...stream, subscribers_version: stream.subscribers_version + 1 }))
}

/** A row for every user and stream, with colors that the user's other subscriptions do not use. */
async function propose(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  streams: readonly StreamRow[],
) {
  const usedColors = new Map<number, string[]>(users.map((user) => [user.id, []]))
  for (const { user_id, color } of await listColorsOf(tx, realmId, [...usedColors.keys()])) {
    usedColors.get(user_id)?.push(color)
  }
  return users.flatMap((user) =>
    streams.map((stream) => ({
      user_id: user.id,
      stream_id: stream.id,
      color: takeColor(usedColors.get(user.id) ?? []),
    })),
  )
}

/** Events about new subscriptions. Source: docs/protocol/subscriptions.md#subscribe-events. */
async function explain(
  tx: Tx,
  realmId: number,
  { users, streams, added }: SubscribeRequest & { added: readonly SubscriptionRow[] },
): Promise<Publication[]> {
  const viewers = await viewersOf(tx, realmId, users, streams)
  const userById = new Map(viewers.map((user) => [user.id, user]))
  const addedTo = groupBy(added, (subscription) => subscription.stream_id)
  const becameKnown = streams.flatMap((stream): Publication[] => {
    const strangers = (addedTo.get(stream.id) ?? [])
      .map((subscription) => userById.get(subscription.user_id))
      .filter((user) => user && !mayKnowStream(tx, user, stream, false))
    if (strangers.length === 0) return []
    const userIds = strangers.map((user) => (user as UserRow).id)
    return [{ event: streamCreated([stream]), audience: { userIds } }]
  })
  // The `subscription/add` event already lists the other new subscribers.
  const joined = { op: 'peer_add', streams, ties: added } as const
  const peers = await peerEvents(tx, realmId, joined, ({ userIds }) => userIds)
  return [...becameKnown, ...(await describeAdded(tx, users, streams, added)), ...peers]
}

/**
 * subscription/add events. Users with equal new subscriptions share one event: subscribing a whole
 * department does not repeat the list of its members for each of them.
 */
export async function describeAdded(
  tx: Tx,
  users: readonly UserRow[],
  streams: readonly StreamRow[],
  added: readonly SubscriptionRow[],
): Promise<Publication[]> {
  if (added.length === 0) return []
  const realmId = streams[0]?.realm_id as number
  const inherited = new Map(users.map((user) => [user.id, inheritedFrom(user)]))
  const streamIds = streams.map((stream) => stream.id)
  const subscriberIds = await subscriberIdsOf(tx, realmId, streamIds)
  const likeUsers = groupBy(
    [...groupBy(added, (subscription) => subscription.user_id).values()],
    (subscriptions) =>
      JSON.stringify([
        subscriptions.map(({ user_id: _, read: __, ...settings }) => settings),
        inherited.get(userOf(subscriptions)),
      ]),
  )
  return [...likeUsers.values()].flatMap((sameSubscriptions): Publication[] => {
    const [example = []] = sameSubscriptions
    const audience = { userIds: sameSubscriptions.map(userOf) }
    const describe = (rows: readonly SubscriptionRow[]) => {
      const rowOf = new Map(rows.map((row) => [row.stream_id, row]))
      const records = streams.flatMap((stream) => {
        const subscription = rowOf.get(stream.id)
        if (!subscription) return []
        const options = {
          now: tx.now,
          recentMessages: 0,
          subscribers: subscriberIds.get(stream.id) ?? [],
        }
        return [presentSubscription(stream, subscription, options)]
      })
      return subscriptionAdded(records)
    }
    const ofAccount = inherited.get(userOf(example))
    if (!ofAccount || !example.some(leavesOpen)) return [{ event: describe(example), audience }]
    const settled = example.map((row) => withInherited(row, ofAccount))
    return [
      { event: describe(example), audience, condition: readsOpenSettings(true) },
      { event: describe(settled), audience, condition: readsOpenSettings(false) },
    ]
  })
}

function userOf(subscriptions: readonly SubscriptionRow[]): number {
  return subscriptions[0]?.user_id as number
}

/** Colors of new subscriptions. Source: docs/protocol/subscriptions.md#colors. */
const palette = [
  '#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5',
  '#f5ce6e', '#c2726a', '#94c849', '#bd86e5', '#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063',
  '#9987e1', '#e4523d', '#c2c2c2', '#4f8de4', '#c6a8ad', '#e7cc4d', '#c8bebf', '#a47462',
] as const // prettier-ignore

/**
 * The first color that a user's subscriptions do not use, or the next in order once all are used; added
 * to `used`.
 */
function takeColor(used: string[]): string {
  const color =
    palette.find((candidate) => !used.includes(candidate)) ??
    palette[used.length % palette.length] ??
    palette[0]
  used.push(color)
  return color
}
