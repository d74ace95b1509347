import type { Tx } from '../../db/database'
import { listSenders } from '../../db/message-deletion'
import type { Audience } from '../../events/audience'
import type { Publication } from '../../events/publish'
import { messageDeleted, messagesDeleted } from '../../wire/message-events'
import type { MessagePlace } from '../../wire/message-events'

/**
 * The end of messages, at least for some: one event for clients that take many at once, and for
 * the others one for each. It must be made while the messages are there.
 * Source: client notes 5, rule B; 7.
 */
export async function explainDeletion(
  tx: Tx,
  realmId: number,
  messageIds: readonly number[],
  { place, audience }: { place: MessagePlace; audience: Audience },
): Promise<Publication[]> {
  if (messageIds.length === 0) return []
  const senders = await listSenders(tx, realmId, messageIds)
  const capability = 'bulk_message_deletion' as const
  return [
    {
      event: messagesDeleted(messageIds, place),
      audience,
      condition: { capability, isDeclared: true },
    },
    ...senders.map((message) => ({
      event: messageDeleted(message, place),
      audience,
      condition: { capability, isDeclared: false },
    })),
  ]
}
