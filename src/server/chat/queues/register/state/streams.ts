import { Type } from '@sinclair/typebox'
import { countRecentMessages } from '../../../../data/messages/newest-messages'
import type { StreamRow } from '../../../../data/schema'
import { listAllStreams, listStreams } from '../../../../data/streams/streams'
import type { OwnSubscription } from '../../../../data/users/own-state'
import type { Sized } from '../../../../caches/realm-parts'
import { PreparedJson } from '../../../../wire/prepared-json'
import {
  streamSchema,
  subscriptionSchema,
  unjoinedStreamSchema,
} from '../../../../../shared/streams'
import {
  averageWeeklyTraffic,
  hasTraffic,
  presentStream,
  presentTie,
} from '../../../../wire/streams'
import type { WeeklyTraffic } from '../../../../../shared/streams'
import { presentDefaultStreams } from '../../../../wire/stream-events'
import { sizeLimits } from '../../../rules/limits'
import { isGuest } from '../../../../../shared/rules/roles'
import {
  mayEnterStream,
  mayKnowStream,
  subscriberIdsOf,
} from '../../../access/streams/access-stream'
import { inheritedFrom, withInherited } from '../../../actions/streams/subscription-settings'
import { stateFamily } from './family'
import type { StateRequest } from './request'

const streamList = Type.Array(streamSchema)
/** Parts of own state from which {@link readKnownStreams} computes the streams a user may know. */
export const ownForStreams = ['realmVersions', 'subscriptions'] as const

/** A stream and its record as JSON text, shared by all clients. */
class RealmStream {
  private readonly members: string

  constructor(readonly row: StreamRow) {
    const { stream_weekly_traffic: _, ...members } = presentStream(row)
    this.members = JSON.stringify(members).slice(1, -1)
  }

  get characters(): number {
    return 2 * this.members.length
  }

  /** @param more members for this client, added to the shared record */
  toJson(more: WeeklyTraffic): string {
    return `{${this.members},${JSON.stringify(more).slice(1)}`
  }
}

/** The streams of a realm, by name, as a cache entry. */
class RealmStreams implements Sized {
  constructor(readonly streams: readonly RealmStream[]) {}

  get characters(): number {
    return this.streams.reduce((sum, { characters }) => sum + characters, 0)
  }
}

/**
 * All streams of the realm, by name, including streams that the requester may not know; archived ones only
 * for clients that keep them. Source: docs/protocol/streams.md#archived.
 */
async function readStreams(request: StateRequest): Promise<readonly RealmStream[]> {
  const { db, account } = request
  const archived = request.can('archived_channels')
  const list = archived ? listAllStreams : listStreams
  const load = async () => {
    const rows = await list(db, account.realm_id)
    return new RealmStreams(rows.map((row) => new RealmStream(row)))
  }
  const { streams } = await request.remembered('streams', load, archived ? 'archived' : '')
  return streams
}

/** The streams of {@link readStreams} that the requester may know. */
export async function readKnownStreams(request: StateRequest): Promise<RealmStream[]> {
  const { db, account } = request
  const streams = await readStreams(request)
  const active = await readSubscribedIds(request)
  return streams.filter(({ row }) => mayKnowStream(db, account, row, active.has(row.id)))
}

async function readSubscribedIds(request: StateRequest): Promise<ReadonlySet<number>> {
  const subscriptions = await request.own('subscriptions')
  return new Set(subscriptions.filter((own) => own.active).map((own) => own.stream_id))
}

/** All streams that the requester may know, subscribed or not. */
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
      stream_name_max_length: sizeLimits.streamNameCharacters,
      stream_description_max_length: sizeLimits.streamDescriptionCharacters,
    }
    const trafficOf = await openTraffic(
      request,
      streams.map(({ row }) => row),
    )
    const records = streams.map((stream) => stream.toJson(trafficOf(stream.row)))
    return PreparedJson.of(limitsOfNames, listMember('streams', records))
  },
})

/** Default streams of new accounts; empty for guests. */
export const defaultStreamsState = stateFamily({
  fetchTypes: ['default_streams'],
  own: ownForStreams,
  keys: { realm_default_streams: Type.Array(Type.Integer()) },

  async read(request) {
    if (isGuest(request.account)) return { realm_default_streams: [] }
    const rows = (await readStreams(request)).map(({ row }) => row)
    return { realm_default_streams: presentDefaultStreams(rows.filter((row) => row.is_default)) }
  },
})

/** A stream that the requester may know. */
interface TiedStream {
  stream: RealmStream
  /** The requester's present or past subscription; undefined if never subscribed. */
  tie: OwnSubscription | undefined
}

/**
 * The requester's streams: subscribed, left, and never joined.
 * Source: docs/protocol/register.md#streams.
 */
export const subscriptionsState = stateFamily({
  fetchTypes: ['subscription'],
  own: ownForStreams,
  keys: {
    subscriptions: Type.Array(subscriptionSchema),
    unsubscribed: Type.Array(subscriptionSchema),
    never_subscribed: Type.Array(unjoinedStreamSchema),
  },

  async read(request) {
    const streams = await listTiedStreams(request)
    const present = await openPresenter(request, streams)
    const listOf = (name: string, isMeant: (tie: OwnSubscription | undefined) => boolean) =>
      listMember(name, streams.filter(({ tie }) => isMeant(tie)).map(present))
    const lists = [
      listOf('subscriptions', (tie) => tie?.active === true),
      listOf('unsubscribed', (tie) => tie?.active === false),
      listOf('never_subscribed', (tie) => tie === undefined),
    ]
    return new PreparedJson(lists.join(','))
  },
})

async function listTiedStreams(request: StateRequest): Promise<TiedStream[]> {
  const { db, account } = request
  const streams = await readStreams(request)
  const subscriptions = await request.own('subscriptions')
  const ties = new Map(subscriptions.map((own) => [own.stream_id, own]))
  return streams
    .map((stream) => ({ stream, tie: ties.get(stream.row.id) }))
    .filter(({ stream, tie }) => mayKnowStream(db, account, stream.row, tie?.active === true))
}

/** Recent messages per stream, for the weekly traffic. */
async function readRecentMessages(request: StateRequest): Promise<ReadonlyMap<number, number>> {
  const { db, account } = request
  const ids = (await readStreams(request)).map(({ row }) => row.id)
  const { counts } = await request.rememberedAMinute('recent messages', async () => {
    const counts = await countRecentMessages(db, account.realm_id, ids)
    return { counts, characters: 100 * counts.size }
  })
  return counts
}

/**
 * Counts messages, if one of the streams is old enough; answers a function for the traffic of a stream, null
 * if the requester may not read there.
 */
async function openTraffic(
  request: StateRequest,
  rows: readonly StreamRow[],
): Promise<(row: StreamRow) => WeeklyTraffic> {
  const { account, db } = request
  if (!rows.some((row) => hasTraffic(row, db.now))) return () => ({ stream_weekly_traffic: null })
  const recent = await readRecentMessages(request)
  const active = await readSubscribedIds(request)
  return (row) => {
    const mayRead = active.has(row.id) || mayEnterStream(db, account, row)
    const recentMessages = recent.get(row.id) ?? 0
    const traffic = mayRead ? averageWeeklyTraffic(row, { now: db.now, recentMessages }) : null
    return { stream_weekly_traffic: traffic }
  }
}

/** Reads traffic and subscribers of streams; answers a function that renders their records as JSON. */
async function openPresenter(
  request: StateRequest,
  streams: readonly TiedStream[],
): Promise<(stream: TiedStream) => string> {
  const idsOf = (wanted: readonly TiedStream[]) => wanted.map(({ stream }) => stream.row.id)
  const { db, account, includeSubscribers, can } = request
  const isCounted = streams.some(({ stream }) => hasTraffic(stream.row, db.now))
  const recent = isCounted ? await readRecentMessages(request) : undefined
  const trafficOf = await openTraffic(
    request,
    streams.map(({ stream }) => stream.row),
  )
  const subscribers = includeSubscribers
    ? await subscriberIdsOf(db, account.realm_id, idsOf(streams))
    : undefined
  const inherited = inheritedFrom(account)
  return ({ stream, tie }) => {
    const { id } = stream.row
    const options = subscribers ? { subscribers: subscribers.get(id) ?? [] } : {}
    if (!tie) return stream.toJson({ ...trafficOf(stream.row), ...options })
    const settled = can('notification_settings_null') ? tie : withInherited(tie, inherited)
    const traffic = { now: db.now, recentMessages: recent?.get(id) ?? 0 }
    return stream.toJson(presentTie(stream.row, settled, { ...traffic, ...options }))
  }
}

/** A JSON object member whose value is a list of records in JSON text. */
function listMember(name: string, records: readonly string[]): string {
  return `"${name}":[${records.join(',')}]`
}
