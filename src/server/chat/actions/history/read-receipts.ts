import type { AppContext } from '../../../context'
import { listReaderIds } from '../../../data/access/recipients'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import { accessMessage } from '../../access/messages/access-message'
import { ReadReceiptsDisabledError } from '../../rules/messages/errors'

/**
 * Ids of active users who received a message and have read it. Leaves out the sender, users who turned read
 * receipts off, and users with a mute between them and the requester or the sender.
 * @throws ReadReceiptsDisabledError, InvalidMessageError
 * Source: docs/protocol/topics-and-moderation.md#read-receipts.
 */
export async function listReadersOf(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageId: number,
): Promise<number[]> {
  if (!realmSettingsOf(requester).enable_read_receipts) throw new ReadReceiptsDisabledError()
  const { realm_id: realmId } = await accessMessage(ctx.db.query, requester, messageId)
  return listReaderIds(ctx.db.query, { realmId, messageId }, requester.id)
}
