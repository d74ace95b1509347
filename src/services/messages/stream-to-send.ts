import type { Database, Queryable } from '../../db/database'
import { findSendTarget } from '../../db/streams'
import type { SendTarget } from '../../db/streams'
import type { ApiError } from '../../wire/api-error'
import type { Requester } from '../authentication'
import { BadRequestError, StreamDoesNotExistError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'
import type { Addressee } from './addressees'

/**
 * A stream that a user may write to, as it is now.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessStreamToSend(
  db: Queryable,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  return checkSendTarget(sender, to, await findSendTarget(db, sender, to))
}

/**
 * A stream that the sender may write to, possibly as it was a while ago: refusals are only for
 * what it is now, and storing the message compares.
 */
export async function accessKnownStreamToSend(
  { sendTargets }: Database,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  const known = sendTargets.known(sender, to)
  if (known && refusalOf(sender, to, known) === undefined) return known
  return checkSendTarget(sender, to, await sendTargets.read(sender, to))
}

function checkSendTarget(
  sender: Requester,
  to: Addressee,
  stream: SendTarget | undefined,
): SendTarget {
  if (!stream) throw new StreamDoesNotExistError(to)
  const refusal = refusalOf(sender, to, stream)
  if (refusal) throw refusal
  return stream
}

/**
 * Why a sender may not write to a stream: public ones are open to all members, private ones to
 * subscribers and to bots whose owner is subscribed, announcement-only ones to administrators.
 */
function refusalOf(sender: Requester, to: Addressee, stream: SendTarget): ApiError | undefined {
  const belongs = stream.sender_subscribed || (sender.is_bot && stream.owner_subscribed)
  const isOpen = !stream.invite_only && !isGuest(sender)
  if (!(belongs || isOpen || isAdministrator(sender))) return new StreamDoesNotExistError(to)
  if (stream.is_announcement_only && !isAdministrator(sender) && !sender.is_system_bot) {
    return new BadRequestError('Only organization administrators can send to this stream.')
  }
  if (!belongs && !isOpen) {
    return new BadRequestError(`Not authorized to send to stream '${stream.name}'`)
  }
  return undefined
}
