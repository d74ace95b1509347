import type { Queryable } from '../../db/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../db/schema'
import {
  findStreamById,
  findStreamByName,
  findStreamSeenBy,
  listStreams,
} from '../../db/streams/streams'
import {
  findSubscription,
  listSubscribedStreamIds,
  listSubscribers,
} from '../../db/streams/subscriptions'
import type { Audience } from '../../events/audience'
import { groupBy } from '../../runtime/group-by'
import type { ApiError } from '../../wire/api-error'
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

/** The part of a user that decides which streams there are for them. */
type Viewer = Pick<UserRow, 'id' | 'realm_id' | 'role'>

/**
 * Whether a user may know that a stream exists. Members know public streams, guests only what
 * they are subscribed to; private streams are known to subscribers and administrators.
 * Source: docs/protocol/streams.md#know.
 */
export function mayKnowStream(
  user: Viewer,
  stream: Pick<StreamRow, 'invite_only'>,
  isSubscribed: boolean,
): boolean {
  if (isSubscribed || isAdministrator(user)) return true
  return !stream.invite_only && !isGuest(user)
}

/** Live streams that a user may know of, by name. */
export async function listKnownStreams(db: Queryable, user: Viewer): Promise<StreamRow[]> {
  const streams = await listStreams(db, user.realm_id)
  const own = await ownStreamIds(db, user)
  return streams.filter((stream) => mayKnowStream(user, stream, own.has(stream.id)))
}

/** Ids of the streams that a user is subscribed to. */
export async function ownStreamIds(db: Queryable, user: Viewer): Promise<ReadonlySet<number>> {
  return new Set(await listSubscribedStreamIds(db, user.realm_id, user.id))
}

/**
 * A stream that the requester may know of, by name, ignoring case.
 *
 * @param refusal thrown for a missing stream and, so that private streams cannot be probed, for one
 * the requester may not know of
 * @throws StreamDoesNotExistError unless there is another refusal
 */
export async function accessStreamByName(
  db: Queryable,
  requester: Viewer,
  name: string,
  refusal?: ApiError,
): Promise<AccessedStream> {
  const stream = await findStreamByName(db, requester.realm_id, name)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw refusal ?? new StreamDoesNotExistError(name)
  return accessed
}

/**
 * A stream that the requester may know of, by id.
 * @throws InvalidStreamIdError
 */
export async function accessStreamById(
  db: Queryable,
  requester: Viewer,
  id: number,
): Promise<AccessedStream> {
  const stream = await findStreamById(db, requester.realm_id, id)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw new InvalidStreamIdError()
  return accessed
}

/**
 * A stream that the requester may know of, by name or by id.
 * @throws InvalidStreamIdError, StreamDoesNotExistError
 */
export async function accessStream(
  db: Queryable,
  requester: Viewer,
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
  requester: Viewer,
  id: number,
): Promise<void> {
  const stream = await findStreamSeenBy(db, requester.realm_id, requester.id, id)
  if (!stream || !mayKnowStream(requester, stream, stream.is_subscribed)) {
    throw new InvalidStreamIdError()
  }
}

async function checkAccess(
  db: Queryable,
  requester: Viewer,
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

/** Ids of the active subscribers of streams, by stream. */
export async function subscriberIdsOf(
  db: Queryable,
  realmId: number,
  streamIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await listSubscribers(db, realmId, streamIds)
  return new Map(
    [...groupBy(rows, (row) => row.stream_id)].map(([streamId, subscribers]) => [
      streamId,
      subscribers.map((subscriber) => subscriber.user_id),
    ]),
  )
}
