import type { AppContext } from '../../context'
import { listTopics } from '../../db/messages/newest-messages'
import type { TopicSummary } from '../../db/messages/newest-messages'
import type { StreamRow } from '../../db/schema'
import { listStreams } from '../../db/streams/streams'
import { listSubscribers } from '../../db/streams/subscriptions'
import { presentStream } from '../../wire/streams'
import type { StreamRecord } from '../../wire/streams'
import type { Requester } from '../authentication'
import { InvalidStreamIdError, NoIncomingMailError, NotAuthorizedForQueryError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'
import { accessStreamById, accessStreamByName, ownStreamIds } from './access'
import { checkStreamName, invalidStreamName } from '../texts'

type Context = Pick<AppContext, 'db'>

export interface StreamListQuery {
  includePublic: boolean
  includeSubscribed: boolean
  /** Private ones included; for administrators. */
  includeAllActive: boolean
  /** Default streams too, and every record says whether it is one. */
  includeDefault: boolean
}

/**
 * Streams that the requester has access to, by name.
 * @throws NotAuthorizedForQueryError
 * Sources: docs/protocol/contract.md#get-streams,
 * docs/protocol/decided-conflicts.md#include-all-active, docs/protocol/streams.md#list.
 */
export async function listStreamRecords(
  ctx: Context,
  requester: Requester,
  query: StreamListQuery,
): Promise<StreamRecord[]> {
  if (query.includeAllActive && !isAdministrator(requester)) throw new NotAuthorizedForQueryError()
  const db = ctx.db.query
  const streams = await listStreams(db, requester.realm_id)
  const own = await ownStreamIds(db, requester)
  const isWanted = (stream: StreamRow): boolean => {
    if (query.includeAllActive) return true
    if (query.includeSubscribed && own.has(stream.id)) return true
    if (stream.invite_only || isGuest(requester)) return false
    return query.includePublic || (query.includeDefault && stream.is_default)
  }
  return streams.filter(isWanted).map((stream) => ({
    ...presentStream(stream),
    ...(query.includeDefault ? { is_default: stream.is_default } : {}),
  }))
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
  const { stream } = await accessStreamByName(ctx.db.query, requester, checked, refusal)
  return stream.id
}

/**
 * A stream that the requester may know of. @throws InvalidStreamIdError.
 * Source: docs/protocol/streams.md#get-stream.
 */
export async function getStreamRecord(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<StreamRecord> {
  const { stream } = await accessStreamById(ctx.db.query, requester, streamId)
  return { ...presentStream(stream), is_default: stream.is_default }
}

/**
 * The address that mail to a stream goes to: there is none.
 * @throws InvalidStreamIdError, NoIncomingMailError
 * Source: docs/protocol/streams.md#email-address.
 */
export async function getStreamEmail(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<never> {
  await accessStreamById(ctx.db.query, requester, streamId)
  throw new NoIncomingMailError()
}

/** Emails of a stream's subscribers, sorted. @throws InvalidStreamIdError */
export async function listMemberEmails(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<string[]> {
  const { stream } = await accessStreamById(ctx.db.query, requester, streamId)
  const subscribers = await listSubscribers(ctx.db.query, requester.realm_id, [stream.id])
  return subscribers.map((subscriber) => subscriber.email).sort()
}

/**
 * Topics of a stream, newest first. Subscribers of a private stream whose past is not shared
 * see what was written while they were subscribed; outsiders see nothing of private streams.
 * @throws InvalidStreamIdError. Source: docs/protocol/messages.md#topics.
 */
export async function listTopicsFor(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<TopicSummary[]> {
  const { stream, subscription } = await accessStreamById(ctx.db.query, requester, streamId)
  if (stream.invite_only && !subscription) throw new InvalidStreamIdError()
  const receiver = stream.history_public_to_subscribers ? undefined : requester
  return listTopics(ctx.db.query, requester.realm_id, stream.id, receiver)
}
