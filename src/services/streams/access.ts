import type { Queryable } from '../../db/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../db/schema'
import { findStreamById, findStreamByName, findStreamSeenBy } from '../../db/streams/streams'
import { findSubscription, listSubscribers } from '../../db/streams/subscriptions'
import type { Audience } from '../../events/audience'
import { groupBy } from '../../runtime/group-by'
import type { PlainEvent } from '../../wire/events'
import { peerChanged, streamCreated } from '../../wire/stream-events'
import { InvalidStreamIdError, StreamDoesNotExistError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'

/*
 * Who may know of a stream, and who is told of changes to it. Everything that loads a stream on
 * somebody's behalf goes through here, so nobody can load without checking.
 */

export interface AccessedStream {
  stream: StreamRow
  /** The requester's own active subscription. */
  subscription: SubscriptionRow | undefined
}

type Person = Pick<UserRow, 'id' | 'realm_id' | 'role'>

/**
 * Whether a user may know that a stream exists. Members know public streams, guests only what
 * they are subscribed to; private streams are known to subscribers and administrators.
 * Source: protocol notes 3.2, 4.9.
 */
export function mayKnowStream(
  user: Person,
  stream: Pick<StreamRow, 'invite_only'>,
  isSubscribed: boolean,
): boolean {
  if (isSubscribed || isAdministrator(user)) return true
  return !stream.invite_only && !isGuest(user)
}

/**
 * A stream that the requester may know of, by name, ignoring case.
 * @throws StreamDoesNotExistError for a missing stream and, so that private streams cannot be
 * probed, for one the requester may not know of
 */
export async function accessStreamByName(
  db: Queryable,
  requester: Person,
  name: string,
): Promise<AccessedStream> {
  const stream = await findStreamByName(db, requester.realm_id, name)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw new StreamDoesNotExistError(name)
  return accessed
}

/**
 * The same by id.
 * @throws InvalidStreamIdError
 */
export async function accessStreamById(
  db: Queryable,
  requester: Person,
  id: number,
): Promise<AccessedStream> {
  const stream = await findStreamById(db, requester.realm_id, id)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw new InvalidStreamIdError()
  return accessed
}

/**
 * The same, by whichever of the two is given.
 * @throws InvalidStreamIdError, StreamDoesNotExistError
 */
export async function accessStream(
  db: Queryable,
  requester: Person,
  reference: string | number,
): Promise<AccessedStream> {
  return typeof reference === 'number'
    ? accessStreamById(db, requester, reference)
    : accessStreamByName(db, requester, reference)
}

/**
 * Whether the requester may know of a stream, for those who need no more of it.
 * @throws InvalidStreamIdError
 */
export async function checkStreamAccess(
  db: Queryable,
  requester: Person,
  id: number,
): Promise<void> {
  const stream = await findStreamSeenBy(db, requester.realm_id, requester.id, id)
  if (!stream || !mayKnowStream(requester, stream, stream.is_subscribed)) {
    throw new InvalidStreamIdError()
  }
}

async function checkAccess(
  db: Queryable,
  requester: Person,
  stream: StreamRow | undefined,
): Promise<AccessedStream | undefined> {
  if (!stream) return undefined
  const subscription = await findSubscription(db, stream.realm_id, requester.id, stream.id)
  if (!mayKnowStream(requester, stream, subscription !== undefined)) return undefined
  return { stream, subscription }
}

/** Everybody who may know of a stream: those who are told when it changes. */
export function audienceOfStream(stream: StreamRow): Audience {
  const subscribersOf = { streamId: stream.id, version: stream.subscribers_version }
  return stream.invite_only
    ? { subscribersOf, administrators: true }
    : { subscribersOf, everyone: 'members' }
}

/**
 * Events for users who may know of these streams from now on. To their clients the streams are
 * new, and new streams are empty: who is subscribed must be told as well.
 */
export async function explainAppearance(
  db: Queryable,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<PlainEvent[]> {
  if (streams.length === 0) return []
  const streamIds = streams.map((stream) => stream.id)
  const subscribers = groupBy(
    await listSubscribers(db, realmId, streamIds),
    (subscriber) => subscriber.stream_id,
  )
  const peers = streams.flatMap((stream) => {
    const [first, ...others] = (subscribers.get(stream.id) ?? []).map(({ user_id }) => user_id)
    return first === undefined ? [] : [peerChanged('peer_add', stream, first, ...others)]
  })
  return [streamCreated(streams), ...peers]
}
