import { LRUCache } from 'lru-cache'
import type { Counting, CacheStats } from './cache-stats'

/** A number or text that changes whenever an input of a value changes. */
export type Version = string | number

export interface Bound<Value> {
  /** Max total weight of all values. */
  limit: number
  /** The weight of a value; default: 1. */
  weigh?: (value: Value) => number
  /** Max age of a value; default: unlimited. */
  maxAgeMs?: number
}

interface Kept<Value> {
  version: Version
  value: Value
}

/**
 * Values by key, each valid for one version of its inputs. The version is read before the value,
 * and the caller passes a version read later: if the two are equal, nothing changed in between, so
 * no invalidation is needed. Keeps one version per key, and the least recently used keys are
 * evicted.
 */
export class Versioned<
  Key extends string | number,
  Value extends NonNullable<unknown>,
> implements Counting {
  private readonly kept: LRUCache<Key, Kept<Value>>
  private readonly reading = new Map<Key, Kept<Promise<Value>>>()
  private hits = 0
  private misses = 0

  constructor({ limit, weigh, maxAgeMs }: Bound<Value>) {
    this.kept = new LRUCache<Key, Kept<Value>>({
      maxSize: limit,
      sizeCalculation: ({ value }) => (weigh ? weigh(value) : 1),
      ...(maxAgeMs === undefined ? {} : { ttl: maxAgeMs, ttlResolution: 1_000 }),
    })
  }

  /** The value of a key, if it is cached for this version. */
  find(key: Key, version: Version): Value | undefined {
    const kept = this.kept.get(key)
    if (kept?.version === version) {
      this.hits += 1
      return kept.value
    }
    this.misses += 1
    return undefined
  }

  /** @param version read before the value, not after */
  keep(key: Key, version: Version, value: Value): Value {
    this.kept.set(key, { version, value })
    return value
  }

  /**
   * The value of a key for this version; loads it if it is not cached. Concurrent callers share the
   * load, so it must not wait for a resource of these callers, such as the embedded database's only
   * connection during a transaction.
   */
  async read(key: Key, version: Version, load: () => Promise<Value>): Promise<Value> {
    const known = this.find(key, version)
    if (known !== undefined) return known
    const running = this.reading.get(key)
    return running?.version === version ? running.value : this.begin(key, version, load)
  }

  forgetAll(): void {
    this.kept.clear()
    this.reading.clear()
  }

  tally(): CacheStats {
    return { hits: this.hits, misses: this.misses, entries: this.kept.size }
  }

  private async begin(key: Key, version: Version, load: () => Promise<Value>): Promise<Value> {
    const reading: Kept<Promise<Value>> = { version, value: load() }
    this.reading.set(key, reading)
    // Another version may have been requested meanwhile.
    const isLatest = () => this.reading.get(key) === reading
    try {
      const value = await reading.value
      return isLatest() ? this.keep(key, version, value) : value
    } finally {
      if (isLatest()) this.reading.delete(key)
    }
  }
}
