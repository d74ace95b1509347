import type { Tx } from '../db/engine/database'
import type { UserRow } from '../db/schema'
import { publish } from '../events/publish'
import type { Publication } from '../events/publish'
import type { PlainEvent } from '../wire/events'

/*
 * The two audiences that most events have.
 */

/** An event for everybody in the realm, guests included. */
export function forEverybody(event: PlainEvent): Publication {
  return { event, audience: { everyone: 'all' } }
}

/** An event for the clients of one user. */
export function forUser(userId: number, event: PlainEvent): Publication {
  return { event, audience: { userIds: [userId] } }
}

/** Tells the clients of one user of a change that concerns nobody else. */
export async function publishToUser(
  tx: Tx,
  { realm_id, id }: Pick<UserRow, 'realm_id' | 'id'>,
  event: PlainEvent,
): Promise<void> {
  await publish(tx, realm_id, [forUser(id, event)])
}
