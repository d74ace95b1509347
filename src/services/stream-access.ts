import type { Queryable } from '../db/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../db/schema'
import { findStreamById, findStreamByName, findStreamSeenBy } from '../db/streams/streams'
import { findSubscription } from '../db/streams/subscriptions'
import type { Audience } from '../events/audience'
import { InvalidStreamIdError, StreamDoesNotExistError } from './errors'
import { isAdministrator, isGuest } from './permissions'

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
