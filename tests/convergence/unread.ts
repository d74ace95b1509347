import type { UnreadMessages } from '../../src/web/data/records/state'
import type { Queue } from '../support/person'

/** Ids of the unread messages of an initial state, ascending. */
export function allUnread(queue: Queue): number[] {
  const { pms, streams, huddles } = queue['unread_msgs'] as UnreadMessages
  return [...pms, ...streams, ...huddles]
    .flatMap(({ unread_message_ids: ids }) => ids)
    .sort((a, b) => a - b)
}
