import type { Queryable } from '../../db/engine/database'
import type { Reader } from '../../db/access/rule'
import { listReadableMessages } from '../../db/access/readable-messages'
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
