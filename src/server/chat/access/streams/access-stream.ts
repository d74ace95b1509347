import type { Reader } from '../../../data/access/rule'
import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../../data/schema'
import {
  findStreamById,
  findStreamByName,
  findStreamOfMessage,
  findStreamSeenBy,
  listStreams,
} from '../../../data/streams/streams'
import {
  findSubscription,
  listSubscribedStreamIds,
  listSubscribers,
} from '../../../data/streams/subscriptions'
import { mapGroupsAround } from '../../../data/groups/around'
import type { Audience } from '../../../events/audience'
import type { Dated } from '../../../lib/clock'
import { groupBy } from '../../../lib/group-by'
import type { ApiError } from '../../../lib/api-error'
import type { GroupValue } from '../../../../shared/rules/group-values'
import * as rules from '../../../../shared/rules/stream-rights'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { InvalidStreamIdError, StreamDoesNotExistError } from '../../rules/errors'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import { isPermitted } from '../../rules/permissions/membership'
import type { PermittedMember } from '../../rules/permissions/membership'
import { streamPermissionOf } from '../../../wire/stream-permissions'

/*
 * Access to streams, and the audience of their events. All code that loads a stream for a user goes
 * through these functions, so no stream is loaded without an access check.
 */

export interface AccessedStream {
  stream: StreamRow
  /** The requester's own active subscription. */
  subscription: SubscriptionRow | undefined
}

/** The fields of a user that decide which streams the user may know. */
export type Viewer = Reader

/** The fields of a stream that decide which users may know and read it. */
export type Viewed = Pick<StreamRow, 'invite_only' | 'permissions' | 'creator_id'>

/**
 * Whether a user may know that a stream exists.
 * Sources: docs/protocol/streams.md#know, docs/protocol/permissions.md#metadata-access.
 */
export function mayKnowStream(
  at: Dated,
  user: Viewer,
  stream: Viewed,
  isSubscribed: boolean,
): boolean {
  return rules.mayKnowStream(asStreamUser(at, user, stream), {
    isPrivate: stream.invite_only,
    isSubscribed,
  })
}

/**
 * Whether a user could subscribe themselves to a stream, and so may read it even without subscribing.
 * Source: docs/protocol/permissions.md#content-access.
 */
export function mayEnterStream(at: Dated, user: Viewer, stream: Viewed): boolean {
  return rules.mayEnter(asStreamUser(at, user, stream), { isPrivate: stream.invite_only })
}

function asStreamUser(at: Dated, user: Viewer, stream: Viewed): rules.StreamUser {
  return {
    isAdministrator: isAdministrator(user),
    isGuest: isGuest(user),
    isPermitted(name) {
      const value = streamPermissionOf(stream, name)
      return isSomebody(value) && isPermitted(at, memberOf(at, user), name, value)
    },
  }
}

function memberOf({ now }: Dated, user: Viewer): PermittedMember {
  const { groups_around = inNoGroup.groups_around, date_joined = now } = user
  const { realm_waiting_period_days = 0 } = user
  return { id: user.id, role: user.role, groups_around, date_joined, realm_waiting_period_days }
}

/** Groups that may know a private stream without a subscription. */
export function knownTo(stream: Viewed): GroupValue[] {
  return rules.knowledgePermissions
    .map((name) => streamPermissionOf(stream, name))
    .filter(isSomebody)
}

/** Groups that may read a private stream without a subscription, guests among them excluded. */
export function contentOpenTo(stream: Viewed): GroupValue[] {
  return rules.entryPermissions.map((name) => streamPermissionOf(stream, name)).filter(isSomebody)
}

const isSomebody = (value: GroupValue) => value !== systemGroups.nobody.id

/** Loads the group memberships of users; a Requester has them already. */
export async function loadViewers(
  db: Queryable,
  realmId: number,
  users: readonly UserRow[],
): Promise<(UserRow & Viewer)[]> {
  if (users.length === 0) return []
  const groups = await mapGroupsAround(
    db,
    realmId,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({ ...user, ...(groups.get(user.id) ?? inNoGroup) }))
}

const inNoGroup = { groups_around: { always: [], once_full: [] }, realm_waiting_period_days: 0 }

/**
 * {@link loadViewers}, but without a query if all streams are public: access to a public stream depends
 * on the role only.
 */
export async function viewersOf(
  db: Queryable,
  realmId: number,
  users: readonly UserRow[],
  streams: readonly Pick<StreamRow, 'invite_only'>[],
): Promise<(UserRow & Viewer)[]> {
  if (streams.some((stream) => stream.invite_only)) return loadViewers(db, realmId, users)
  return users.map((user) => ({ ...user, ...inNoGroup }))
}

/** Streams, archived ones excluded, that a user may know; by name. */
export async function listKnownStreams(db: DatedQueryable, user: Viewer): Promise<StreamRow[]> {
  const streams = await listStreams(db, user.realm_id)
  const own = await ownStreamIds(db, user)
  return streams.filter((stream) => mayKnowStream(db, user, stream, own.has(stream.id)))
}

/** Ids of the streams that a user is subscribed to. */
export async function ownStreamIds(db: Queryable, user: Viewer): Promise<ReadonlySet<number>> {
  return new Set(await listSubscribedStreamIds(db, user.realm_id, user.id))
}

/**
 * A stream that the requester may know, by name, ignoring case.
 *
 * @param refusal thrown for a missing stream and, so that private streams cannot be probed, for one
 * the requester may not know
 * @throws StreamDoesNotExistError if no `refusal` is given
 */
export async function accessStreamByName(
  db: DatedQueryable,
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
 * A stream that the requester may know, by id.
 * @throws InvalidStreamIdError
 */
export async function accessStreamById(
  db: DatedQueryable,
  requester: Viewer,
  id: number,
): Promise<AccessedStream> {
  const stream = await findStreamById(db, requester.realm_id, id)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw new InvalidStreamIdError()
  return accessed
}

/**
 * {@link accessStreamById}, for reading: the stream may be archived.
 * @throws InvalidStreamIdError. Source: docs/protocol/streams.md#archived-reading.
 */
export async function accessAnyStreamById(
  db: DatedQueryable,
  requester: Viewer,
  id: number,
): Promise<AccessedStream> {
  const stream = await findStreamOfMessage(db, requester.realm_id, id)
  const accessed = await checkAccess(db, requester, stream)
  if (!accessed) throw new InvalidStreamIdError()
  return accessed
}

/**
 * A stream that the requester may know, by name or by id.
 * @throws InvalidStreamIdError, StreamDoesNotExistError
 */
export async function accessStream(
  db: DatedQueryable,
  requester: Viewer,
  reference: string | number,
): Promise<AccessedStream> {
  return typeof reference === 'number'
    ? accessStreamById(db, requester, reference)
    : accessStreamByName(db, requester, reference)
}

/**
 * Checks that the requester may know a stream, with one query and without loading all of it.
 * @throws InvalidStreamIdError
 */
export async function checkStreamAccess(
  db: DatedQueryable,
  requester: Viewer,
  id: number,
): Promise<void> {
  const stream = await findStreamSeenBy(db, requester.realm_id, requester.id, id)
  if (!stream || !mayKnowStream(db, requester, stream, stream.is_subscribed)) {
    throw new InvalidStreamIdError()
  }
}

async function checkAccess(
  db: DatedQueryable,
  requester: Viewer,
  stream: StreamRow | undefined,
): Promise<AccessedStream | undefined> {
  if (!stream) return undefined
  const subscription = await findSubscription(db, stream.realm_id, requester.id, stream.id)
  if (!mayKnowStream(db, requester, stream, subscription !== undefined)) return undefined
  return { stream, subscription }
}

/** Whether a user who may know a stream may also read its messages. */
export function mayReadStream(
  at: Dated,
  user: Viewer,
  { stream, subscription }: AccessedStream,
): boolean {
  return subscription !== undefined || mayEnterStream(at, user, stream)
}

/** Audience of a stream's events: everybody who may know it. */
export function audienceOfStream(stream: StreamRow): Audience {
  const subscribersOf = { streamId: stream.id, version: stream.subscribers_version }
  return stream.invite_only
    ? { subscribersOf, ...knowersOf(stream) }
    : { subscribersOf, everyone: 'members' }
}

/** Audience: users who may know a stream without a subscription. */
export function knowersOf(stream: Viewed): Audience {
  if (!stream.invite_only) return { everyone: 'members' }
  return { administrators: true, inGroups: knownTo(stream) }
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
