import type { Tx } from '../../../data/engine/database'
import { listMessageSenders } from '../../../data/messages/deletion'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { messageDeleted, messagesDeleted } from '../../../../shared/message-events'
import type { FormerPlace } from '../../../../shared/message-events'

/** Messages that disappear for an audience: deleted, or no longer readable. */
export interface Loss {
  audience: Audience
  messageIds: readonly number[]
}

/**
 * Events for deleted messages: for each audience one bulk event for clients that support it, and one event
 * for each message for the others. Call this before the messages are deleted.
 * Sources: docs/protocol/decided-conflicts.md#bulk-deletion,
 * docs/protocol/events.md#delete-message.
 */
export async function deletionEvents(
  tx: Tx,
  realmId: number,
  place: FormerPlace,
  losses: readonly Loss[],
): Promise<Publication[]> {
  const capability = 'bulk_message_deletion' as const
  const audiencesById = new Map<number, Audience[]>()
  const told: Publication[] = []
  for (const { audience, messageIds } of losses) {
    if (messageIds.length === 0) continue
    const event = messagesDeleted(messageIds, place)
    told.push({ event, audience, condition: { capability, isDeclared: true } })
    for (const id of messageIds) {
      const audiences = audiencesById.get(id)
      if (audiences) audiences.push(audience)
      else audiencesById.set(id, [audience])
    }
  }
  if (told.length === 0) return []
  const senders = await listMessageSenders(tx, realmId, [...audiencesById.keys()])
  const single = senders.flatMap((message) => {
    const event = messageDeleted(message, place)
    const condition = { capability, isDeclared: false }
    const audiences = together(audiencesById.get(message.id) ?? [])
    const identityOf = message.is_hidden ? message.sender_id : undefined
    return audiences.map((audience): Publication => ({ event, audience, condition, identityOf }))
  })
  return [...told, ...single]
}

/** Merges audiences that only list users into one, so that each message has one event. */
function together(audiences: readonly Audience[]): readonly Audience[] {
  const areUsers = audiences.every((audience) => Object.keys(audience).join() === 'userIds')
  return areUsers ? [{ userIds: audiences.flatMap(({ userIds = [] }) => userIds) }] : audiences
}
