import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import { ensureStreamAddress } from '../../../data/mail/addresses'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { accessStreamById } from '../../access/streams/access-stream'
import { accessStreamToSend } from '../../posting/sending/addressees'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, NoIncomingMailError } from '../../rules/errors'
import { addressIn, streamLocalPart } from '../../rules/mail-in/addresses'
import type { MailOptionName } from '../../rules/mail-in/addresses'
import { getSpeaker } from '../../rules/system-bots'

/** A stream, and the way in which mail to it becomes messages. */
interface StreamMailAddress {
  streamId: number
  /** The requester, a bot of theirs, or Email Gateway; absent: Email Gateway. */
  senderId: number | undefined
  options: readonly MailOptionName[]
}

/**
 * The address at which mail to a stream comes in: one for each requester and sender, whose token stays the same.
 * @throws InvalidStreamIdError, NoIncomingMailError; BadRequestError for another sender, and for one who may not write
 * to the stream
 * Source: docs/protocol/mail-in.md#address-call.
 */
export async function getStreamEmail(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  { streamId, senderId, options }: StreamMailAddress,
): Promise<string> {
  const { stream } = await accessStreamById(db.dated(), requester, streamId)
  const pattern = config.mailInAddress
  if (pattern === undefined) throw new NoIncomingMailError()
  const sender = await accessSender(db.query, requester, senderId)
  await accessStreamToSend(db.dated(), sender.is_system_bot ? requester : sender, stream.id)
  const token = await ensureStreamAddress(db.query, {
    realm_id: requester.realm_id,
    stream_id: stream.id,
    creator_id: requester.id,
    sender_id: sender.id,
    token: randomBytes(16).toString('hex'),
  })
  return addressIn(pattern, streamLocalPart(stream.name, token, options))
}

async function accessSender(
  db: Queryable,
  requester: Requester,
  id: number | undefined,
): Promise<Requester | UserWithRealm> {
  if (id === requester.id) return requester
  const gateway = await getSpeaker(db, requester.realm_id, 'gateway')
  if (id === undefined || id === gateway.id) return gateway
  const bot = await findUserById(db, requester.realm_id, id)
  if (!bot || bot.deactivated_at || bot.bot_owner_id !== requester.id) {
    throw new BadRequestError('Invalid sender')
  }
  return bot
}
