import type { Counting, CacheStats } from './cache-stats'
import { Versioned } from './versioned'

/** A value with an estimate of its size. */
export interface Sized {
  /** Estimated number of characters. */
  readonly characters: number
}

/** Max characters of all parts together. */
const maxCharacters = 64_000_000
/** Limit for changes that no trigger counts, such as restoring a backup. */
const maxAgeMs = 600_000

/**
 * Parts of realms in the form of the register response, which is the same for many users. Each is
 * cached by a version that was read before it.
 */
export class RealmParts implements Counting {
  private readonly parts = new Versioned<string, Sized>({
    limit: maxCharacters,
    weigh: ({ characters }) => characters + 1,
    maxAgeMs,
  })

  /**
   * @param part name of the part, including all inputs other than its version
   * @param version read after the caller's queue was registered
   * @param load reads the part from the database, not from a cache
   */
  read<T extends Sized>(
    realmId: number,
    part: string,
    version: number,
    load: () => Promise<T>,
  ): Promise<T> {
    return this.parts.read(`${realmId} ${part}`, version, load) as Promise<T>
  }

  forgetAll(): void {
    this.parts.forgetAll()
  }

  tally(): CacheStats {
    return this.parts.tally()
  }
}
