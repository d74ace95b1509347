import type { Tx } from '../../../data/engine/database'
import { listMessageSenders } from '../../../data/messages/deletion'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { messageDeleted, messagesDeleted } from '../../../wire/message-events'
import type { FormerPlace } from '../../../wire/message-events'

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
  const actual = losses.filter(({ messageIds }) => messageIds.length > 0)
  if (actual.length === 0) return []
  const bulk = actual.map(({ audience, messageIds }): Publication => {
    const event = messagesDeleted(messageIds, place)
    return { event, audience, condition: { capability, isDeclared: true } }
  })
  const condition = { capability, isDeclared: false }
  const groups = alikeIn(actual)
  const lost = groups.flatMap(({ messageIds }) => messageIds)
  const rowOf = new Map((await listMessageSenders(tx, realmId, lost)).map((row) => [row.id, row]))
  const single = groups.flatMap(({ audience, messageIds }) =>
    messageIds
      .flatMap((id) => rowOf.get(id) ?? [])
      // Messages of one hidden sender share their audience.
      .sort((a, b) => hiddenSender(a) - hiddenSender(b) || a.id - b.id)
      .map((message): Publication => {
        const event = messageDeleted(message, place)
        const identityOf = message.is_hidden ? message.sender_id : undefined
        return { event, audience, condition, identityOf }
      }),
  )
  return [...bulk, ...single]
}

function hiddenSender(message: { is_hidden: boolean; sender_id: number }): number {
  return message.is_hidden ? message.sender_id : 0
}

/**
 * Groups the messages by the audiences that lose them. Audiences of a message that only list users become
 * one, so that each message has one event.
 */
function alikeIn(losses: readonly Loss[]): Loss[] {
  const numbersOf = new Map<number, number[]>()
  losses.forEach(({ messageIds }, number) => {
    for (const id of messageIds) {
      const numbers = numbersOf.get(id)
      if (numbers) numbers.push(number)
      else numbersOf.set(id, [number])
    }
  })
  const alike = groupBy([...numbersOf.keys()], (id) => numbersOf.get(id)?.join())
  return [...alike.values()].flatMap((messageIds) => {
    const numbers = numbersOf.get(messageIds[0] as number) ?? []
    const audiences = numbers.map((number) => (losses[number] as Loss).audience)
    return together(audiences).map((audience) => ({ audience, messageIds }))
  })
}

/** Merges audiences that only list users into one. */
function together(audiences: readonly Audience[]): readonly Audience[] {
  const areUsers = audiences.every((audience) => Object.keys(audience).join() === 'userIds')
  return areUsers ? [{ userIds: audiences.flatMap(({ userIds = [] }) => userIds) }] : audiences
}
