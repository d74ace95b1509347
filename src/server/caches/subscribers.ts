import type { Queryable } from '../data/engine/database'
import { listSubscriberIds } from '../data/streams/subscriptions'
import type { SubscriberSets } from '../events/audience'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/** Max subscriber ids over all streams; about 40 bytes each. */
const maxSubscribers = 2_000_000

/** The active subscribers of streams, cached by `streams.subscribers_version`. */
export class Subscribers implements SubscriberSets, Counting {
  private readonly sets = new Versioned<string, ReadonlySet<number>>({
    limit: maxSubscribers,
    weigh: (subscribers) => subscribers.size + 1,
  })

  async read(
    db: Queryable,
    realmId: number,
    { streamId, version }: { streamId: number; version: number },
  ): Promise<ReadonlySet<number>> {
    const key = `${realmId} ${streamId}`
    const known = this.sets.find(key, version)
    if (known) return known
    const subscribers = new Set(await listSubscriberIds(db, realmId, streamId))
    return this.sets.keep(key, version, subscribers)
  }

  tally(): CacheStats {
    return this.sets.tally()
  }
}
