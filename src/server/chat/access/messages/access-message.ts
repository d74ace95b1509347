import type { Queryable, Tx } from '../../../data/engine/database'
import type { Reader } from '../../../data/access/rule'
import { listReadableMessages } from '../../../data/access/readable-messages'
import { lockMessage } from '../../../data/messages/edits'
import type { MessageRow } from '../../../data/schema'
import { InvalidMessageError } from '../../rules/errors'

/**
 * A message that the requester may read.
 * @throws InvalidMessageError, the same for missing and hidden messages
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
 * Reads and locks the current row of a message, so that edits run one after the other.
 * @throws InvalidMessageError
 */
export async function lockForEdit(tx: Tx, found: MessageRow): Promise<MessageRow> {
  const message = await lockMessage(tx, found.realm_id, found.id)
  // The message was deleted or moved meanwhile. A repeated call sees the new state.
  if (message?.stream_id !== found.stream_id) throw new InvalidMessageError()
  return message
}
