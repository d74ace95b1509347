import type { Tx } from '../db/database'
import { insertOutboxRows } from '../db/outbox'
import type { Overlay, RealmEvent } from '../wire/events'
import type { Audience } from './audience'

/** One event and whom it is for. */
export interface Publication {
  event: RealmEvent
  audience: Audience
  overlay?: Overlay
  /** A message to a public stream: queues that opted in get it although their owner is not subscribed. */
  isPublicStreamMessage?: boolean
}

/**
 * The one door to clients: writes events into the outbox of the transaction that makes the
 * change they tell of. They leave after its commit, in this order, and never without it.
 */
export async function publish(
  tx: Tx,
  realmId: number,
  publications: readonly Publication[],
): Promise<void> {
  await insertOutboxRows(
    tx,
    realmId,
    publications.map((publication) => ({
      body: publication,
      // A client that missed the order of two changes of state would stay wrong for ever;
      // messages carry their own ids.
      inOrder: publication.event.type !== 'message',
    })),
  )
}
