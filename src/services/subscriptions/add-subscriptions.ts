import type { AppContext } from '../../context'
import type { Tx } from '../../db/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../db/schema'
import { listStreamsNamed } from '../../db/streams'
import { listSubscribedStreamIds, listSubscriptionRows } from '../../db/subscriptions'
import type { Requester } from '../authentication'
import { BadRequestError, UnableToAccessStreamError } from '../errors'
import { canCreateStreams, refuseGuests } from '../permissions'
import { createStreams } from '../streams/create'
import type { NewStream } from '../streams/create'
import { checkDescription, checkStreamName } from '../streams/stream-text'
import { announceSubscriptions } from './announcements'
import { accessPrincipals, checkMaySubscribeOthers } from './principals'
import type { Principal } from './principals'
import { subscribeUsers } from './subscribe'

export interface AddSubscriptionsRequest {
  streams: readonly { name: string; description?: string }[]
  /** Privacy and policy of the streams that the call creates. */
  inviteOnly: boolean
  isAnnouncementOnly: boolean
  historyPublicToSubscribers: boolean | undefined
  announce: boolean
  /** Empty: the requester. */
  principals: readonly Principal[]
  authorizationErrorsFatal: boolean
}

export interface AddedSubscriptions {
  /** Stream names by email. */
  subscribed: Record<string, string[]>
  alreadySubscribed: Record<string, string[]>
  /** Names of private streams that the requester may not access. */
  unauthorized: string[]
}

/**
 * Subscribes the requester, or principals, to streams, creating those that do not exist. All of
 * it happens in one transaction: a refused call changes nothing.
 *
 * @throws UnableToAccessStreamError for a private stream, if such errors are fatal
 * @throws UnauthorizedPrincipalError, GuestsNotAllowedError, BadRequestError
 * Source: API document, "POST /api/v1/users/me/subscriptions"; protocol notes 3.2.
 */
export async function addSubscriptions(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  request: AddSubscriptionsRequest,
): Promise<AddedSubscriptions> {
  refuseGuests(requester)
  const wanted = checkWantedStreams(request)
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const found = await findWantedStreams(tx, requester, wanted, request, now)
    checkMaySubscribeOthers(requester, request.principals, now)
    const users = await accessPrincipals(tx, requester, request.principals)

    const created = await createMissing(tx, requester, wanted, found, request)
    const { streams, unauthorized } = created
    const before = await listSubscriptionRows(tx, requester.realm_id, idsOf(users), idsOf(streams))
    const added = await subscribeUsers(tx, now, requester.realm_id, { users, streams })
    await announceSubscriptions(tx, now, requester, {
      added,
      users,
      streams,
      created: created.created,
      announce: request.announce,
      toPrincipals: request.principals.length > 0,
    })
    return {
      subscribed: namesByEmail(added, users, streams),
      alreadySubscribed: namesByEmail(
        before.filter((row) => row.active),
        users,
        streams,
      ),
      unauthorized,
    }
  })
}

/** The streams named, each once, in the order of the request. */
function checkWantedStreams(request: AddSubscriptionsRequest): NewStream[] {
  const wanted = new Map<string, NewStream>()
  for (const [index, { name, description }] of request.streams.entries()) {
    const checkedName = checkStreamName(name)
    const key = checkedName.toLowerCase()
    if (wanted.has(key)) continue
    wanted.set(key, {
      name: checkedName,
      description: checkDescription(description ?? '', `subscriptions[${index}]["description"]`),
      invite_only: request.inviteOnly,
      is_announcement_only: request.isAnnouncementOnly,
      // Everybody may read the past of a public stream.
      history_public_to_subscribers:
        !request.inviteOnly || (request.historyPublicToSubscribers ?? false),
    })
  }
  return [...wanted.values()]
}

interface FoundStreams {
  streams: StreamRow[]
  unauthorized: string[]
}

/** The wanted streams that exist, parted by what the requester may access. */
async function findWantedStreams(
  tx: Tx,
  requester: Requester,
  wanted: readonly NewStream[],
  request: AddSubscriptionsRequest,
  now: Date,
): Promise<FoundStreams> {
  const existing = await listStreamsNamed(
    tx,
    requester.realm_id,
    wanted.map((stream) => stream.name),
  )
  if (existing.length < wanted.length && !canCreateStreams(requester, now)) {
    throw new BadRequestError('User cannot create streams.')
  }
  return partByAccess(tx, requester, wanted, existing, request)
}

async function partByAccess(
  tx: Tx,
  requester: Requester,
  wanted: readonly NewStream[],
  existing: readonly StreamRow[],
  request: AddSubscriptionsRequest,
): Promise<FoundStreams> {
  const own = existing.some((stream) => stream.invite_only)
    ? new Set(await listSubscribedStreamIds(tx, requester.realm_id, requester.id))
    : new Set<number>()
  const byKey = new Map(existing.map((stream) => [stream.name.toLowerCase(), stream]))
  const inOrder = wanted.flatMap((stream) => byKey.get(stream.name.toLowerCase()) ?? [])
  const refused = inOrder.filter((stream) => stream.invite_only && !own.has(stream.id))
  if (refused[0] && request.authorizationErrorsFatal) {
    throw new UnableToAccessStreamError(refused[0].name)
  }
  return {
    streams: inOrder.filter((stream) => !refused.includes(stream)),
    unauthorized: refused.map((stream) => stream.name),
  }
}

/** Creates what is missing; what somebody else created meanwhile is treated like the rest. */
async function createMissing(
  tx: Tx,
  requester: Requester,
  wanted: readonly NewStream[],
  found: FoundStreams,
  request: AddSubscriptionsRequest,
): Promise<FoundStreams & { created: StreamRow[] }> {
  const known = new Set(
    [...found.streams.map((stream) => stream.name), ...found.unauthorized].map((name) =>
      name.toLowerCase(),
    ),
  )
  const missing = wanted.filter((stream) => !known.has(stream.name.toLowerCase()))
  const created = await createStreams(tx, requester, missing)
  const taken = missing.filter(
    (stream) => !created.some((row) => row.name.toLowerCase() === stream.name.toLowerCase()),
  )
  const theirs = await listStreamsNamed(
    tx,
    requester.realm_id,
    taken.map((stream) => stream.name),
  )
  const parted = await partByAccess(tx, requester, taken, theirs, request)
  return {
    streams: [...found.streams, ...created, ...parted.streams],
    unauthorized: [...found.unauthorized, ...parted.unauthorized],
    created,
  }
}

function namesByEmail(
  rows: readonly SubscriptionRow[],
  users: readonly UserRow[],
  streams: readonly StreamRow[],
): Record<string, string[]> {
  const subscribed = new Set(rows.map((row) => `${row.user_id}:${row.stream_id}`))
  const entries = users.map((user): [string, string[]] => [
    user.email,
    streams
      .filter((stream) => subscribed.has(`${user.id}:${stream.id}`))
      .map((stream) => stream.name),
  ])
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map((row) => row.id)
}
