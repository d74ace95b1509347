import type { EventOf } from './state'

/** Ids of the messages of a deletion, which has one id for clients that do not read several. */
export function deletedIds(event: EventOf<'delete_message'>): readonly number[] {
  return 'message_ids' in event ? event.message_ids : [event.message_id]
}
