import { lockAccounts } from '../../db/users/accounts'
import { listBotsUsing } from '../../db/bots/bots'
import type { BotRow } from '../../db/bots/bots'
import type { Tx } from '../../db/engine/database'
import type { StreamRow, UserRow } from '../../db/schema'
import { bumpSubscribersVersion, lockStreams } from '../../db/streams/streams'
import { endSubscriptions } from '../../db/streams/subscription-changes'
import type { SubscriptionKey } from '../../db/streams/subscription-changes'
import { listSubscribers } from '../../db/streams/subscriptions'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { peerChanged, streamDeleted, subscriptionRemoved } from '../../wire/stream-events'
import { publishBotChange } from '../bots/visibility'
import { groupBy } from '../../runtime/group-by'
import { audienceOfStream, mayKnowStream } from '../stream-access'
import { endStreams } from '../streams/ending'

/**
 * Ends the subscriptions that these users have to these streams and tells everybody concerned.
 * A private stream that nobody is left in is deactivated. Answers what was ended.
 * Source: protocol notes 3.3.
 */
export async function unsubscribeUsers(
  tx: Tx,
  now: Date,
  realmId: number,
  { users, streams }: { users: readonly UserRow[]; streams: readonly StreamRow[] },
): Promise<SubscriptionKey[]> {
  const bots = await lockBotsConcerned(tx, realmId, users, streams)
  const locked = await lockStreams(
    tx,
    realmId,
    streams.map((stream) => stream.id),
  )
  const pairs = users.flatMap((user) =>
    locked.map((stream) => ({ user_id: user.id, stream_id: stream.id })),
  )
  const ended = await endSubscriptions(tx, realmId, pairs)
  if (ended.length === 0) return []

  const changedIds = new Set(ended.map((key) => key.stream_id))
  await bumpSubscribersVersion(tx, realmId, [...changedIds])
  const changed = locked
    .filter((stream) => changedIds.has(stream.id))
    .map((stream) => ({ ...stream, subscribers_version: stream.subscribers_version + 1 }))
  const abandoned = await findAbandoned(tx, realmId, changed)
  const ofRealm = await endStreams(tx, now, realmId, abandoned)
  await publish(tx, realmId, [...explain(users, changed, abandoned, ended), ...ofRealm])
  for (const bot of bots) await publishBotChange(tx, bot)
  return ended
}

/**
 * Bots that may lose a default stream: because it is abandoned and deactivated, or because their
 * owner is one of the users and may not know of it afterwards.
 */
async function lockBotsConcerned(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  streams: readonly StreamRow[],
): Promise<BotRow[]> {
  const losable = streams.filter(
    (stream) => stream.invite_only || users.some((user) => !mayKnowStream(user, stream, false)),
  )
  if (losable.length === 0) return []
  // Before the streams are locked, like everywhere.
  await lockAccounts(tx, realmId)
  return listBotsUsing(
    tx,
    realmId,
    losable.map((stream) => stream.id),
  )
}

async function findAbandoned(
  tx: Tx,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<StreamRow[]> {
  const privateStreams = streams.filter((stream) => stream.invite_only)
  const remaining = await listSubscribers(
    tx,
    realmId,
    privateStreams.map((stream) => stream.id),
  )
  const peopled = new Set(remaining.map((subscriber) => subscriber.stream_id))
  return privateStreams.filter((stream) => !peopled.has(stream.id))
}

/** Clients rely on the order: subscription/remove before stream/delete. Source: client notes 7. */
function explain(
  users: readonly UserRow[],
  streams: readonly StreamRow[],
  abandoned: readonly StreamRow[],
  ended: readonly SubscriptionKey[],
): Publication[] {
  const userById = new Map(users.map((user) => [user.id, user]))
  const endedByStream = groupBy(ended, (key) => key.stream_id)
  const removed = [...groupBy(ended, (key) => key.user_id)].map(([userId, keys]): Publication => {
    const ids = new Set(keys.map((key) => key.stream_id))
    return {
      event: subscriptionRemoved(streams.filter((stream) => ids.has(stream.id))),
      audience: { userIds: [userId] },
    }
  })
  const peers = streams.flatMap((stream): Publication[] => {
    const goneIds = (endedByStream.get(stream.id) ?? []).map((key) => key.user_id)
    // Those who leave together are told of each other, if they still know of the stream.
    return goneIds.map((userId) => ({
      event: peerChanged('peer_remove', stream, userId),
      audience: { ...audienceOfStream(stream), except: [userId] },
    }))
  })
  const lost = streams.flatMap((stream): Publication[] => {
    const userIds = (endedByStream.get(stream.id) ?? [])
      .map((key) => key.user_id)
      .filter((id) => {
        const user = userById.get(id)
        return user && !mayKnowStream(user, stream, false)
      })
    return userIds.length > 0 ? [{ event: streamDeleted([stream]), audience: { userIds } }] : []
  })
  const gone = abandoned.map((stream): Publication => ({
    event: streamDeleted([stream]),
    audience: { administrators: true },
  }))
  return [...removed, ...peers, ...lost, ...gone]
}
