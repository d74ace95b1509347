import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../lib/lru-options'
import type { Queryable } from '../data/engine/database'
import type { findSendTarget, SendTarget } from '../data/streams/send-targets'
import {
  listSubscriberIds,
  listSubscriberIdsAt,
  readSubscribersVersion,
} from '../data/streams/subscriptions'
import type { SubscriberSets } from '../events/audience'
import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/** Max pairs of a sender and a stream; a few hundred bytes each. */
const maxTargets = 10_000

type Sender = Parameters<typeof findSendTarget>[1]

/** Reads a live stream for a sender; undefined if there is none. */
export type LoadSendTarget = (
  sender: Sender,
  stream: string | number,
) => Promise<SendTarget | undefined>

/**
 * Streams as last read for their senders. Entries may be outdated: the statement that stores a
 * message compares the {@link SendTarget.revision}, and the caller reads the stream again on a
 * mismatch.
 */
export class SendTargets implements Counting {
  private readonly targets = new LRUCache<string, SendTarget>(atMostEntries(maxTargets))
  private hits = 0
  private misses = 0

  constructor(private readonly load: LoadSendTarget) {}

  /** The cached stream for a sender. */
  find(sender: Sender, stream: string | number): SendTarget | undefined {
    const target = this.targets.get(keyOf(sender, stream))
    if (target) this.hits += 1
    else this.misses += 1
    return target
  }

  /** The current stream from the database; caches it. */
  async read(sender: Sender, stream: string | number): Promise<SendTarget | undefined> {
    const target = await this.load(sender, stream)
    if (target) this.targets.set(keyOf(sender, stream), target)
    return target
  }

  forget(sender: Sender, stream: string | number): void {
    this.targets.delete(keyOf(sender, stream))
  }

  forgetAll(): void {
    this.targets.clear()
  }

  tally(): CacheStats {
    return { hits: this.hits, misses: this.misses, entries: this.targets.size }
  }
}

function keyOf(sender: Sender, stream: string | number): string {
  return `${sender.realm_id} ${sender.id} ${sender.bot_owner_id} ${typeof stream} ${stream}`
}

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
    messageId?: number,
  ): Promise<ReadonlySet<number>> {
    const key = `${realmId} ${streamId}`
    const known = this.sets.find(key, version)
    if (known) return known
    const subscribers = new Set(await listSubscriberIds(db, realmId, streamId))
    // Read afterwards, so that an equal version is that of the set.
    const isCurrent = (await readSubscribersVersion(db, realmId, streamId)) === version
    if (isCurrent) return this.sets.keep(key, version, subscribers)
    // Somebody has joined or left since. They must be told of the messages that they receive, and of no others. Other events about
    // the stream are not for those who joined since, as their clients do not know the stream yet.
    return new Set(
      messageId === undefined
        ? await listSubscriberIds(db, realmId, streamId, { version })
        : await listSubscriberIdsAt(db, realmId, { streamId, messageId }),
    )
  }

  forgetAll(): void {
    this.sets.forgetAll()
  }

  tally(): CacheStats {
    return this.sets.tally()
  }
}
