import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../lib/lru-options'
import type { AccountChange } from '../data/engine/transaction-effects'
import type { MessageSender } from '../data/users/senders'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import type { Counting, CacheStats } from './cache-stats'

/** Reads accounts of a realm; unknown ids are left out. */
export type LoadSenders = (
  realmId: number,
  userIds: readonly number[],
) => Promise<readonly MessageSender[]>

/** Max accounts, of about half a KB each with the texts cached for them. */
const maxSenders = 100_000
/** Limit for changes that no trigger logs: deleted rows, or a restored backup. */
const maxAgeMs = 600_000

/**
 * Accounts that send messages, take part in conversations or react, by id. They are used only while
 * the worker tracks account changes, and dropped when they change.
 */
export class Senders implements Forgetful, Counting {
  private readonly byId = new LRUCache<number, MessageSender>({
    ...atMostEntries(maxSenders),
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })
  /** Incremented by every invalidation, so that a read begun before is not cached. */
  private generation = 0
  private hits = 0
  private misses = 0

  constructor(
    private readonly load: LoadSenders,
    private readonly watch: Pick<AccountWatch, 'isCurrent'>,
  ) {}

  /** Accounts of a realm by id, including every change whose call has returned. */
  async read(
    realmId: number,
    userIds: Iterable<number>,
  ): Promise<ReadonlyMap<number, MessageSender>> {
    const isCurrent = this.watch.isCurrent()
    const senders = new Map<number, MessageSender>()
    const unknown: number[] = []
    for (const id of userIds) {
      const sender = isCurrent ? this.byId.get(id) : undefined
      if (sender && sender.realm_id === realmId) senders.set(id, sender)
      else unknown.push(id)
    }
    this.hits += senders.size
    this.misses += unknown.length
    if (unknown.length === 0) return senders

    const { generation } = this
    for (const sender of await this.load(realmId, unknown)) {
      senders.set(sender.id, Object.freeze(sender))
      if (isCurrent && generation === this.generation) this.byId.set(sender.id, sender)
    }
    return senders
  }

  forget({ userIds }: AccountChange): void {
    // The whole realm changed: so rare that clearing the entries of all realms is acceptable.
    if (userIds === null) return this.forgetAll()
    this.generation += 1
    for (const id of userIds) this.byId.delete(id)
  }

  forgetAll(): void {
    this.generation += 1
    this.byId.clear()
  }

  tally(): CacheStats {
    return { hits: this.hits, misses: this.misses, entries: this.byId.size }
  }
}
