import { LRUCache } from 'lru-cache'
import type { Counting, Tally } from './tally'

/** A number or text that changes whenever something that a value is made from does. */
export type Version = string | number

export interface Bound<Value> {
  /** Most that all values together may weigh. */
  limit: number
  /** The weight of a value; 1 unless given. */
  weigh?: (value: Value) => number
  /** Age at which a value is dropped at the latest; none unless given. */
  maxAgeMs?: number
}

interface Kept<Value> {
  version: Version
  value: Value
}

/**
 * Values by key, each valid as of one version of what it was made from. The version was read before
 * the value, and who asks names the version that they have read later: where the two are the same,
 * nothing was changed in between, and nobody has to tell the worker of changes. Of each key one
 * version is kept, and of all keys those that were asked for last.
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

  /** The value of a key, if it is known as of this version. */
  find(key: Key, version: Version): Value | undefined {
    const kept = this.kept.get(key)
    if (kept?.version === version) {
      this.hits += 1
      return kept.value
    }
    this.misses += 1
    return undefined
  }

  /** @param version as it was before the value was read, or earlier */
  keep(key: Key, version: Version, value: Value): Value {
    this.kept.set(key, { version, value })
    return value
  }

  /**
   * The value of a key as of this version, loaded where it is not known. Those who ask for it
   * meanwhile share the load: so it must not wait for what one of them holds, as a transaction of
   * the embedded database does the only connection.
   */
  async read(key: Key, version: Version, load: () => Promise<Value>): Promise<Value> {
    const known = this.find(key, version)
    if (known !== undefined) return known
    const running = this.reading.get(key)
    return running?.version === version ? running.value : this.begin(key, version, load)
  }

  tally(): Tally {
    return { hits: this.hits, misses: this.misses, entries: this.kept.size }
  }

  private async begin(key: Key, version: Version, load: () => Promise<Value>): Promise<Value> {
    const reading: Kept<Promise<Value>> = { version, value: load() }
    this.reading.set(key, reading)
    // Another version may have been asked for in the meantime.
    const isLatest = () => this.reading.get(key) === reading
    try {
      const value = await reading.value
      return isLatest() ? this.keep(key, version, value) : value
    } finally {
      if (isLatest()) this.reading.delete(key)
    }
  }
}
