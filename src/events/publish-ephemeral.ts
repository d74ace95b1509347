import type { AppContext } from '../context'
import { toDispatch } from './dispatching'
import type { Publication } from './publish'

/**
 * The second door to clients, for what is true for a moment and stored nowhere: that somebody
 * types, or is there. It goes past the outbox, straight to the queues, and never fails: while a
 * store is away such events are lost, and a while later they would be wrong anyway. Whatever has
 * to be known goes through `publish`.
 *
 * Returns when the queues have the events, so that those of one caller who waits for each arrive
 * in their order. They have no order with what leaves the outbox meanwhile.
 */
export async function publishEphemeral(
  ctx: Pick<AppContext, 'audiences' | 'db' | 'events' | 'log' | 'metrics'>,
  realmId: number,
  publications: readonly Publication[],
): Promise<void> {
  const { audiences, db, events, log, metrics } = ctx
  try {
    await events.publish(
      publications.map((publication) => toDispatch(db.query, audiences, realmId, publication)),
    )
    metrics.eventsPublished.inc(publications.length)
  } catch (error) {
    log.warn({ err: error, events: publications.length }, 'events of the moment are lost')
  }
}
