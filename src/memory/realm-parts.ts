import type { Counting, Tally } from './tally'
import { Versioned } from './versioned'

/** A value that says how much memory it takes. */
export interface Sized {
  /** An estimate. */
  readonly characters: number
}

/** Characters of everything together. */
const maxCharacters = 64_000_000
/** Backstop for what no trigger counts, such as a database that was restored from a backup. */
const maxAgeMs = 600_000

/**
 * Parts of realms as those who register are told of them, and which read the same for many: each
 * as of the version that was read before it.
 */
export class RealmParts implements Counting {
  private readonly parts = new Versioned<string, Sized>({
    limit: maxCharacters,
    weigh: ({ characters }) => characters + 1,
    maxAgeMs,
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
    return this.parts.read(`${realmId} ${part}`, version, load) as Promise<T>
  }

  tally(): Tally {
    return this.parts.tally()
  }
}
