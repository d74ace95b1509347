import type { AppContext } from '../../../context'
import {
  countRecentMessages,
  listLastSentAt,
  listTopics,
} from '../../../data/messages/newest-messages'
import type { TopicSummary } from '../../../data/messages/newest-messages'
import type { StreamRow } from '../../../data/schema'
import { listAllStreams, listStreams } from '../../../data/streams/streams'
import {
  countSubscribers,
  listSubscribedStreamIds,
  listSubscribers,
} from '../../../data/streams/subscriptions'
import { presentStream, presentUsage } from '../../../wire/streams'
import type {
  CountedStreamRecord,
  StreamRecord,
  StreamUsageRecord,
  WeeklyTraffic,
} from '../../../../shared/streams'
import type { Requester } from '../../rules/authentication'
import { InvalidStreamIdError, NotAuthorizedForQueryError } from '../../rules/errors'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import {
  accessAnyStreamById,
  accessStreamByName,
  mayEnterStream,
  mayKnowStream,
  mayReadStream,
  ownStreamIds,
} from './access-stream'
import { checkStreamName, invalidStreamName } from '../../rules/texts'

type Context = Pick<AppContext, 'db' | 'clock'>

export interface StreamListQuery {
  includePublic: boolean
  includeSubscribed: boolean
  /** All streams, private ones included; administrators only. */
  includeAllActive: boolean
  /** All streams that the requester may know. */
  includeAll: boolean
  /** All streams that the requester may read. */
  includeReadable: boolean
  /** For a bot: also streams that its owner is subscribed to. */
  includeOwnerSubscribed: boolean
  /** Also default streams; adds `is_default` to every record. */
  includeDefault: boolean
  includeArchived: boolean
  /** Adds usage numbers to every record. */
  includeUsage: boolean
}

/**
 * Streams that the requester has access to, by name.
 * @throws NotAuthorizedForQueryError
 * Sources: docs/protocol/contract.md#get-streams,
 * docs/protocol/decided-conflicts.md#include-all-active, docs/protocol/streams.md#list,
 * docs/protocol/streams.md#list-usage.
 */
export async function listStreamRecords(
  ctx: Context,
  requester: Requester,
  query: StreamListQuery,
): Promise<(StreamRecord & Partial<StreamUsageRecord>)[]> {
  if (query.includeAllActive && !isAdministrator(requester)) throw new NotAuthorizedForQueryError()
  const db = ctx.db.dated()
  const { realm_id: realmId, bot_owner_id: ownerId } = requester
  const list = query.includeArchived ? listAllStreams : listStreams
  const streams = await list(db, realmId)
  const own = await ownStreamIds(db, requester)
  const asksOwner = query.includeOwnerSubscribed && requester.is_bot && ownerId !== null
  const owners = new Set(asksOwner ? await listSubscribedStreamIds(db, realmId, ownerId) : [])
  const isWanted = (stream: StreamRow): boolean => {
    if (query.includeAllActive && !stream.deactivated_at) return true
    if (query.includeAll && mayKnowStream(db, requester, stream, own.has(stream.id))) return true
    if (query.includeReadable && (own.has(stream.id) || mayEnterStream(db, requester, stream))) {
      return true
    }
    // The owner's subscription adds a stream only if the bot itself may know it.
    if (owners.has(stream.id) && mayKnowStream(db, requester, stream, false)) return true
    if (query.includeSubscribed && own.has(stream.id)) return true
    if (stream.invite_only || isGuest(requester)) return false
    return query.includePublic || (query.includeDefault && stream.is_default)
  }
  const listed = streams.filter(isWanted)
  const mayRead = (stream: StreamRow) => own.has(stream.id) || mayEnterStream(db, requester, stream)
  const usageOf = query.includeUsage ? await openUsage(ctx, requester, listed, mayRead) : undefined
  return listed.map((stream) => ({
    ...presentStream(stream),
    ...(query.includeDefault ? { is_default: stream.is_default } : {}),
    ...usageOf?.(stream),
  }))
}

/** Loads usage numbers. Traffic and last message are left out for streams that the requester may not read. */
async function openUsage(
  { db, clock }: Context,
  { realm_id: realmId }: Requester,
  streams: readonly StreamRow[],
  mayRead: (stream: StreamRow) => boolean,
): Promise<(stream: StreamRow) => StreamUsageRecord & WeeklyTraffic> {
  const ids = streams.map(({ id }) => id)
  const readable = streams.filter(mayRead).map(({ id }) => id)
  const subscribers = await countSubscribers(db.query, realmId, ids)
  const recent = await countRecentMessages(db.query, realmId, readable)
  const last = await listLastSentAt(db.query, realmId, readable)
  const now = clock.now()
  return (stream) => ({
    ...presentUsage(stream, now, {
      subscribers: subscribers.get(stream.id) ?? 0,
      recentMessages: recent.get(stream.id) ?? 0,
      lastMessageAt: last.get(stream.id) ?? null,
    }),
    ...(mayRead(stream) ? {} : { stream_weekly_traffic: null }),
  })
}

/**
 * The id of the stream with a name. @throws BadRequestError, alike for missing and hidden streams.
 * Source: docs/protocol/streams.md#get-stream-id.
 */
export async function getStreamId(
  ctx: Context,
  requester: Requester,
  name: string,
): Promise<number> {
  const checked = checkStreamName(name)
  const refusal = invalidStreamName(name)
  const { stream } = await accessStreamByName(ctx.db.dated(), requester, checked, refusal)
  return stream.id
}

/**
 * A stream that the requester may know. @throws InvalidStreamIdError.
 * Source: docs/protocol/streams.md#get-stream.
 */
export async function getStreamRecord(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<CountedStreamRecord> {
  const db = ctx.db.dated()
  const { stream } = await accessAnyStreamById(db, requester, streamId)
  const subscribers = await countSubscribers(db, requester.realm_id, [streamId])
  return {
    ...presentStream(stream),
    is_default: stream.is_default,
    subscriber_count: subscribers.get(streamId) ?? 0,
  }
}

/** Emails of a stream's subscribers, sorted. @throws InvalidStreamIdError */
export async function listMemberEmails(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<string[]> {
  const db = ctx.db.dated()
  const { stream } = await accessAnyStreamById(db, requester, streamId)
  const subscribers = await listSubscribers(db, requester.realm_id, [stream.id])
  return subscribers.map((subscriber) => subscriber.email).sort()
}

/**
 * Topics of a stream, newest first. In a private stream with protected history, subscribers see only
 * topics with messages they received.
 * @throws InvalidStreamIdError. Source: docs/protocol/messages.md#topics.
 */
export async function listTopicsFor(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<TopicSummary[]> {
  const db = ctx.db.dated()
  const { stream, subscription } = await accessAnyStreamById(db, requester, streamId)
  if (!mayReadStream(db, requester, { stream, subscription })) throw new InvalidStreamIdError()
  const receiver = stream.history_public_to_subscribers ? undefined : requester
  return listTopics(db, requester.realm_id, stream.id, receiver)
}
