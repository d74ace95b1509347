import type { TraceFact } from '../../../../shared/message-trace'
import { unixSeconds } from '../../../wire/time'
import type { TracedMessage } from '../../../data/messages/trace'
import type { UserRow } from '../../../data/schema'
import type { OwnedQueue } from '../../../events/owned-queues'
import type { TracingContext } from './tracing-context'

/** Facts about the clients of a user that are connected now: each has fetched a message, or its queue still holds it. */
export async function traceQueues(
  { events }: Pick<TracingContext, 'events'>,
  message: TracedMessage,
  user: Pick<UserRow, 'id'>,
): Promise<TraceFact[]> {
  // Events on their way are in no queue yet.
  if (message.waiting_events > 0) return []
  if (!events) return [{ code: 'queues_elsewhere' }]
  const owner = { realmId: message.realm_id, userId: user.id }
  const queues = await events.listOf(owner, message.id)
  if (queues.length === 0) return [{ code: 'no_queue' }]
  return queues.map((queue) => describeQueue(queue, message.sent_at))
}

function describeQueue(queue: OwnedQueue, sentAt: Date): TraceFact {
  const { clientName: client, waitingEvents: count } = queue
  const at = unixSeconds(queue.lastSeenAt)
  if (queue.holdsMessage === true) return { code: 'queue_holds', client, count, at }
  if (!queue.isForAllMessages) return { code: 'queue_of_others', client }
  if (queue.registeredAt > sentAt) {
    return { code: 'queue_later', client, at: unixSeconds(queue.registeredAt) }
  }
  if (queue.holdsMessage === undefined) return { code: 'queue_long', client, count, at }
  return { code: 'queue_fetched', client, at }
}
