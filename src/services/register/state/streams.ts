import { Type } from '@sinclair/typebox'
import { PreparedJson } from '../../../wire/prepared-json'
import { streamSchema, hasTraffic, presentTie, subscriptionSchema } from '../../../wire/streams'
import { limits } from '../../limits'
import { isGuest } from '../../permissions'
import { stateFamily } from './family'
import type { StateRequest } from './family'
import {
  listMember,
  ownForStreams,
  readKnownStreams,
  readStreams,
  readRecentMessages,
} from './realm-streams'
import type { RealmStream } from './realm-streams'
import type { OwnSubscription } from '../../../db/users/own-state'
import { mayKnowStream, subscriberIdsOf } from '../../streams/access'
import { inheritedFrom, withInherited } from '../../subscriptions/settings'

const streamList = Type.Array(streamSchema)

/** Every stream that the requester may know of, subscribed or not. */
export const streamsState = stateFamily({
  fetchTypes: ['stream'],
  own: ownForStreams,
  keys: {
    streams: streamList,
    stream_name_max_length: Type.Integer(),
    stream_description_max_length: Type.Integer(),
  },

  async read(request) {
    const streams = await readKnownStreams(request)
    const limitsOfNames = {
      stream_name_max_length: limits.streamNameCharacters,
      stream_description_max_length: limits.streamDescriptionCharacters,
    }
    const records = streams.map((stream) => stream.toJson())
    return PreparedJson.of(limitsOfNames, listMember('streams', records))
  },
})

/** The streams to which new accounts are subscribed; guests never are, and see none. */
export const defaultStreamsState = stateFamily({
  fetchTypes: ['default_streams'],
  own: ownForStreams,
  keys: { realm_default_streams: streamList },

  async read(request) {
    if (isGuest(request.account)) return { realm_default_streams: [] }
    const streams = (await readStreams(request)).filter(({ row }) => row.is_default)
    const records = streams.map((stream) => stream.toJson())
    return new PreparedJson(listMember('realm_default_streams', records))
  },
})

/** A stream that the requester may know of. */
interface TiedStream {
  stream: RealmStream
  /** Undefined: they never were subscribed. */
  tie: OwnSubscription | undefined
}

/** The requester's streams: subscribed, left, and never joined. Source: protocol notes 4.3. */
export const subscriptionsState = stateFamily({
  fetchTypes: ['subscription'],
  own: ownForStreams,
  keys: {
    subscriptions: Type.Array(subscriptionSchema),
    unsubscribed: Type.Array(subscriptionSchema),
    never_subscribed: Type.Array(
      Type.Composite([
        streamSchema,
        Type.Object({ subscribers: Type.Optional(Type.Array(Type.Integer())) }),
      ]),
    ),
  },

  async read(request) {
    const streams = await listTiedStreams(request)
    const present = await openPresenter(request, streams)
    const records = (isMeant: (tie: OwnSubscription | undefined) => boolean) =>
      streams.filter(({ tie }) => isMeant(tie)).map(present)
    return new PreparedJson(
      [
        listMember(
          'subscriptions',
          records((tie) => tie?.active === true),
        ),
        listMember(
          'unsubscribed',
          records((tie) => tie?.active === false),
        ),
        listMember(
          'never_subscribed',
          records((tie) => tie === undefined),
        ),
      ].join(','),
    )
  },
})

async function listTiedStreams(request: StateRequest): Promise<TiedStream[]> {
  const streams = await readStreams(request)
  const subscriptions = await request.own('subscriptions')
  const ties = new Map(subscriptions.map((own) => [own.stream_id, own]))
  return streams
    .map((stream) => ({ stream, tie: ties.get(stream.row.id) }))
    .filter(({ stream, tie }) => mayKnowStream(request.account, stream.row, tie?.active === true))
}

/** Reads what the records of these streams need beside them. */
async function openPresenter(
  request: StateRequest,
  streams: readonly TiedStream[],
): Promise<(stream: TiedStream) => string> {
  const idsOf = (wanted: readonly TiedStream[]) => wanted.map(({ stream }) => stream.row.id)
  const { db, now, account, includeSubscribers, can } = request
  const isCounted = streams.some(({ stream, tie }) => tie && hasTraffic(stream.row, now))
  const recent = isCounted ? await readRecentMessages(request) : undefined
  const subscribers = includeSubscribers
    ? await subscriberIdsOf(db, account.realm_id, idsOf(streams))
    : undefined
  const inherited = inheritedFrom(account)
  return ({ stream, tie }) => {
    const { id } = stream.row
    const options = subscribers ? { subscribers: subscribers.get(id) ?? [] } : {}
    if (!tie) return stream.toJson(options)
    const settled = can('notification_settings_null') ? tie : withInherited(tie, inherited)
    const traffic = { now, recentMessages: recent?.get(id) ?? 0 }
    return stream.toJson(presentTie(stream.row, settled, { ...traffic, ...options }))
  }
}
