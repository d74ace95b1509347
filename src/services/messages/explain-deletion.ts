import type { Tx } from '../../db/database'
import { listSenders } from '../../db/message-deletion'
import type { Audience } from '../../events/audience'
import type { Publication } from '../../events/publish'
import { messageDeleted, messagesDeleted } from '../../wire/message-events'
import type { MessagePlace } from '../../wire/message-events'

/** Messages that are no more, at least for some. */
export interface Loss {
  audience: Audience
  messageIds: readonly number[]
}

/**
 * The end of messages: to each audience one event for clients that take many at once, and for the
 * others one for each message. It must be made while the messages are there.
 * Source: client notes 5, rule B; 7.
 */
export async function explainDeletions(
  tx: Tx,
  realmId: number,
  place: MessagePlace,
  losses: readonly Loss[],
): Promise<Publication[]> {
  const ids = new Set(losses.flatMap(({ messageIds }) => messageIds))
  if (ids.size === 0) return []
  const senders = await listSenders(tx, realmId, [...ids])
  const deletedById = new Map(
    senders.map((message) => [message.id, messageDeleted(message, place)]),
  )
  const capability = 'bulk_message_deletion' as const
  return losses.flatMap(({ audience, messageIds }): Publication[] => {
    if (messageIds.length === 0) return []
    const event = messagesDeleted(messageIds, place)
    const events = messageIds.flatMap((id) => deletedById.get(id) ?? [])
    return [
      { event, audience, condition: { capability, isDeclared: true } },
      ...events.map((event) => ({
        event,
        audience,
        condition: { capability, isDeclared: false },
      })),
    ]
  })
}
