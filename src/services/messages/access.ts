import type { Queryable, Tx } from '../../db/engine/database'
import type { Reader } from '../../db/access/rule'
import { listReadableMessages } from '../../db/access/readable-messages'
import { lockMessage } from '../../db/messages/edits'
import type { MessageRow } from '../../db/schema'
import { InvalidMessageError } from '../errors'

/**
 * A message that the requester may read.
 * @throws InvalidMessageError, alike for missing messages and hidden ones
 */
export async function accessMessage(
  db: Queryable,
  requester: Reader,
  messageId: number,
): Promise<MessageRow> {
  const [message] = await listReadableMessages(db, requester, [messageId])
  if (!message) throw new InvalidMessageError()
  return message
}

/**
 * The message as it is now, kept from other edits until this one is done.
 * @throws InvalidMessageError
 */
export async function lockForEdit(tx: Tx, found: MessageRow): Promise<MessageRow> {
  const message = await lockMessage(tx, found.realm_id, found.id)
  // It was deleted or moved since it was found; a client that asks again is told what holds now.
  if (message?.stream_id !== found.stream_id) throw new InvalidMessageError()
  return message
}
