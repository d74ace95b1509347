import type { AppContext } from '../../../context'
import { listBotsUsing } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import { holdOffSightChanges } from '../../../data/access/order-of-sight'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow, UserRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import { listStreamsNamed } from '../../../data/streams/streams'
import { lockForJoins } from '../../../data/streams/order-of-joins'
import { lockStreams } from '../../../data/streams/update-streams'
import { endSubscriptions } from '../../../data/streams/subscription-changes'
import type { SubscriptionKey } from '../../../data/streams/subscription-changes'
import { listSubscribers } from '../../../data/streams/subscriptions'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { streamDeleted, subscriptionRemoved } from '../../../wire/stream-events'
import type { Requester } from '../../rules/authentication'
import { publishBotChange } from '../../notify/bots/visibility'
import { StreamsDoNotExistError, UncodedError } from '../../rules/errors'
import { isGuest } from '../../../../shared/rules/roles'
import { mayRemoveSubscribers } from '../../access/streams/rights'
import {
  knowersOf,
  mayKnowStream,
  ownStreamIds,
  viewersOf,
} from '../../access/streams/access-stream'
import type { Viewer } from '../../access/streams/access-stream'
import { archivedStreamEvents } from './archive'
import { endStreams } from './lifecycle'
import { leftAsReadEvents, peerEvents } from '../../notify/streams/peers'
import { checkStreamName } from '../../rules/texts'
import { forgetParted } from '../../notify/users/guest-visibility'
import { accessPrincipals, checkSubscriptionCount } from './principals'
import type { Principal } from './principals'
import { bumpChanged, watchStarsOf } from './subscribe'

export interface RemovedSubscriptions {
  /** Stream names, one entry per user and stream. */
  removed: string[]
  notSubscribed: string[]
}

/**
 * Unsubscribes the requester, or principals, from streams, all or nothing.
 *
 * @throws StreamsDoNotExistError for streams that do not exist or that the requester may not know
 * @throws UncodedError for other principals if the requester may not unsubscribe others there
 * @throws UnauthorizedPrincipalError, BadRequestError
 * Sources: docs/protocol/contract.md#delete-subscriptions,
 * docs/protocol/subscriptions.md#unsubscribe.
 */
export async function removeSubscriptions(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  streamNames: readonly string[],
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  return ctx.db.transaction((tx) => removeSubscriptionsIn(tx, requester, streamNames, principals))
}

/** {@link removeSubscriptions} inside a transaction. */
export async function removeSubscriptionsIn(
  tx: Tx,
  requester: Requester,
  streamNames: readonly string[],
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  const names = [...new Set(streamNames.map(checkStreamName))]
  checkSubscriptionCount(principals, names.length)
  const streams = await accessStreams(tx, requester, names)
  checkMayUnsubscribe(tx, requester, principals, streams)
  const users = await accessPrincipals(tx, requester, principals)
  const ended = await unsubscribeUsers(tx, requester.realm_id, { users, streams })

  const endedKeys = new Set(ended.map((key) => `${key.user_id}:${key.stream_id}`))
  const result: RemovedSubscriptions = { removed: [], notSubscribed: [] }
  for (const user of users) {
    for (const stream of streams) {
      const wasEnded = endedKeys.has(`${user.id}:${stream.id}`)
      ;(wasEnded ? result.removed : result.notSubscribed).push(stream.name)
    }
  }
  return result
}

/** Another spelling of the requester's own address counts as another user. */
function checkMayUnsubscribe(
  at: Dated,
  requester: Requester,
  principals: readonly Principal[],
  streams: readonly StreamRow[],
): void {
  const onlyOneself = principals.every(
    (principal) => principal === requester.email || principal === requester.id,
  )
  if (onlyOneself) return
  if (!streams.every((stream) => mayRemoveSubscribers(at, requester, stream))) {
    throw new UncodedError('This action requires administrative rights')
  }
}

/** The named streams, each once, in the order of the request. */
async function accessStreams(
  tx: Tx,
  requester: Requester,
  names: readonly string[],
): Promise<StreamRow[]> {
  const found = await listStreamsNamed(tx, requester.realm_id, names)
  const own = await ownStreamIds(tx, requester)
  const known = new Map(
    [...found].filter(([, stream]) => mayKnowStream(tx, requester, stream, own.has(stream.id))),
  )
  const [firstMissing, ...furtherMissing] = names.filter((name) => !known.has(name))
  if (firstMissing !== undefined) {
    throw new StreamsDoNotExistError([firstMissing, ...furtherMissing])
  }
  const streams = names.map((name) => known.get(name) as StreamRow)
  // Two spellings can name the same stream.
  return [...new Map(streams.map((stream) => [stream.id, stream])).values()]
}

/**
 * Ends the subscriptions of these users to these streams and publishes all events. Private streams
 * without a remaining subscriber are archived. Answers the ended subscriptions.
 * Source: docs/protocol/subscriptions.md#unsubscribe-effects.
 */
export async function unsubscribeUsers(
  tx: Tx,
  realmId: number,
  { users: given, streams }: { users: readonly UserRow[]; streams: readonly StreamRow[] },
): Promise<SubscriptionKey[]> {
  const bots = await lockBotsConcerned(tx, realmId, given, streams)
  const users = await holdOffSightChanges(tx, realmId, given)
  const locked = await lockStreams(
    tx,
    realmId,
    streams.map((stream) => stream.id),
  )
  await lockForJoins(
    tx,
    locked.map((stream) => stream.id),
  )
  const pairs = users.flatMap((user) =>
    locked.map((stream) => ({ user_id: user.id, stream_id: stream.id })),
  )
  const read = await leftAsReadEvents(tx, realmId, locked, pairs)
  const starsSince = await watchStarsOf(tx, realmId, { users, streams: locked })
  const ended = await endSubscriptions(tx, realmId, pairs)
  if (ended.length === 0) return []

  const changed = await bumpChanged(tx, realmId, locked, ended)
  const viewers = await viewersOf(tx, realmId, users, changed)
  const abandoned = await findAbandoned(tx, realmId, changed)
  const ofRealm = await endStreams(tx, realmId, abandoned)
  // A sole leaver needs no event about themselves; several leavers get one that names the others.
  const left = { op: 'peer_remove', streams: changed, ties: ended } as const
  const peers = await peerEvents(tx, realmId, left, ({ userIds }) =>
    userIds.length === 1 ? userIds : [],
  )
  await publish(tx, realmId, [
    ...subscriptionsEndedEvents(changed, ended),
    ...read,
    ...(await starsSince()),
    ...peers,
    ...streamsHiddenEvents(tx, viewers, { streams: changed, abandoned, ended }),
    ...ofRealm,
  ])
  for (const bot of bots) await publishBotChange(tx, bot)
  await forgetParted(tx, realmId, ended)
  return ended
}

/**
 * Bots that may lose a default stream: because the stream is archived, or because their owner is one of
 * the users and may no longer know the stream.
 */
async function lockBotsConcerned(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  streams: readonly StreamRow[],
): Promise<BotRow[]> {
  const losable = streams.filter((stream) => stream.invite_only || users.some(isGuest))
  if (losable.length === 0) return []
  // Lock order everywhere: accounts before streams.
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

/**
 * Clients rely on the order: subscription/remove first, stream/delete last.
 * Source: docs/protocol/event-queues.md#order-leaving.
 */
function subscriptionsEndedEvents(
  streams: readonly StreamRow[],
  ended: readonly SubscriptionKey[],
): Publication[] {
  const alike = groupBy(
    [...groupBy(ended, (key) => key.user_id)].map(([userId, keys]) => {
      return { userId, streamIds: keys.map((key) => key.stream_id).sort((a, b) => a - b) }
    }),
    ({ streamIds }) => streamIds.join(),
  )
  return [...alike.values()].map((leavers) => {
    const ids = new Set(leavers[0]?.streamIds)
    return {
      event: subscriptionRemoved(streams.filter((stream) => ids.has(stream.id))),
      audience: { userIds: leavers.map(({ userId }) => userId) },
    }
  })
}

interface Leaving {
  streams: readonly StreamRow[]
  /** Private streams without a remaining subscriber. */
  abandoned: readonly StreamRow[]
  ended: readonly SubscriptionKey[]
}

function streamsHiddenEvents(
  at: Dated,
  users: readonly (UserRow & Viewer)[],
  { streams, abandoned, ended }: Leaving,
): Publication[] {
  const userById = new Map(users.map((user) => [user.id, user]))
  const endedByStream = groupBy(ended, (key) => key.stream_id)
  const lost = streams.flatMap((stream): Publication[] => {
    const userIds = (endedByStream.get(stream.id) ?? [])
      .map((key) => key.user_id)
      .filter((id) => {
        const user = userById.get(id)
        return user && !mayKnowStream(at, user, stream, false)
      })
    return userIds.length > 0 ? [{ event: streamDeleted([stream]), audience: { userIds } }] : []
  })
  const gone = abandoned.flatMap((stream) => archivedStreamEvents(stream, knowersOf(stream)))
  return [...lost, ...gone]
}
