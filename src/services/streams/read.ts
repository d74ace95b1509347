import type { AppContext } from '../../context'
import { listTopics } from '../../db/messages/messages'
import type { TopicSummary } from '../../db/messages/messages'
import { listSubscribers } from '../../db/streams/subscriptions'
import { presentStream } from '../../wire/streams'
import type { StreamRecord } from '../../wire/streams'
import type { Requester } from '../authentication'
import {
  BadRequestError,
  InvalidStreamIdError,
  NoIncomingMailError,
  StreamDoesNotExistError,
} from '../errors'
import { accessStreamById, accessStreamByName } from '../stream-access'
import { checkStreamName } from '../texts'

type Context = Pick<AppContext, 'db'>

/** @throws BadRequestError, alike for missing and hidden streams. Source: protocol notes 10. */
export async function getStreamId(
  ctx: Context,
  requester: Requester,
  name: string,
): Promise<number> {
  try {
    const { stream } = await accessStreamByName(ctx.db.query, requester, checkStreamName(name))
    return stream.id
  } catch (error) {
    if (error instanceof StreamDoesNotExistError) {
      throw new BadRequestError(`Invalid stream name '${name}'`)
    }
    throw error
  }
}

/** A stream that the requester may know of. @throws InvalidStreamIdError. Source: client notes 9.7. */
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
 * Source: client notes 9.7.
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
 * @throws InvalidStreamIdError. Source: protocol notes 10; client notes 8.8.
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
