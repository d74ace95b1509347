import type { Tx } from '../../data/engine/database'
import type { UserRow } from '../../data/schema'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import type { PlainEvent } from '../../../shared/events'

/*
 * Publications for the two most frequent audiences.
 */

/** An event for everybody in the realm, guests included. */
export function forEverybody(event: PlainEvent): Publication {
  return { event, audience: { everyone: 'all' } }
}

/** An event for the clients of one user. */
export function forUser(userId: number, event: PlainEvent): Publication {
  return { event, audience: { userIds: [userId] } }
}

/** Publishes an event for the clients of one user. */
export async function publishToUser(
  tx: Tx,
  { realm_id, id }: Pick<UserRow, 'realm_id' | 'id'>,
  event: PlainEvent,
): Promise<void> {
  await publish(tx, realm_id, [forUser(id, event)])
}
