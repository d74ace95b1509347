import { LRUCache } from 'lru-cache'

/** Characters of everything together. */
const maxCharacters = 64_000_000
/** Backstop for what no trigger counts, such as a database that was restored from a backup. */
const maxAgeMs = 600_000

/** What remembers how large it is. */
export interface Sized {
  /** An estimate. */
  readonly characters: number
}

interface Remembered {
  version: number
  /** Shared by those who want it while it is being read. */
  value: Promise<Sized>
}

/**
 * What this worker read of realms that reads the same for many of those who register. Each part is
 * kept with the version that was read before it, and is given out only to those who, later, read
 * the same version: nothing has changed in between.
 */
export class RealmParts {
  private readonly parts = new LRUCache<string, Remembered, Sized>({
    maxSize: maxCharacters,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })

  /**
   * @param part names what is read, and everything that it depends on beside its version
   * @param version as it is now that the caller's queue exists
   * @param load reads it from the database, not from anything that was read earlier
   */
  read<T extends Sized>(
    realmId: number,
    part: string,
    version: number,
    load: () => Promise<T>,
  ): Promise<T> {
    const key = `${realmId} ${part}`
    const known = this.parts.get(key)
    if (known?.version === version) return known.value as Promise<T>
    const value = load()
    const remembered: Remembered = { version, value }
    this.parts.set(key, remembered, { size: 1 })
    const isCurrent = () => this.parts.peek(key) === remembered
    value.then(
      ({ characters }) => {
        if (isCurrent()) this.parts.set(key, remembered, { size: characters + 1 })
      },
      () => {
        if (isCurrent()) this.parts.delete(key)
      },
    )
    return value
  }
}
