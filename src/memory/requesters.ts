import { LRUCache } from 'lru-cache'
import type { AccountChange } from '../db/engine/transaction-effects'
import type { UserWithRealm } from '../db/users/users'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import type { Counting, Tally } from './tally'

/** Reads the accounts with these API keys; unknown keys are left out. */
export type LoadRequesters = (apiKeys: readonly string[]) => Promise<readonly UserWithRealm[]>

/** Accounts of about 1 KB each. */
const maxRequesters = 50_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/** API keys whose accounts are read with one statement. */
interface Batch {
  readonly apiKeys: Set<string>
  readonly accounts: Promise<ReadonlyMap<string, UserWithRealm>>
}

/**
 * Accounts that authenticated calls lately, by API key, so that a call need not ask PostgreSQL who
 * makes it. One that is given out was changed by nobody whose call has returned; see
 * docs/decisions/0006-authentication-cache.md. It is shared by calls and cannot be changed.
 */
export class Requesters implements Forgetful, Counting {
  private readonly byKey = new LRUCache<string, UserWithRealm>({
    max: maxRequesters,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
    dispose: (account, apiKey) => {
      if (this.keys.get(account.id) === apiKey) this.keys.delete(account.id)
    },
  })
  /** API keys by user id. */
  private readonly keys = new Map<number, string>()
  /** Accounts that are being read, and were not changed since the statement began. */
  private readonly reading = new Map<string, Batch>()
  private next: Batch | undefined
  /** Changes with all that is forgotten, so that an older state which arrives then is not kept. */
  private generation = 0
  private hits = 0
  private misses = 0

  constructor(
    private readonly load: LoadRequesters,
    private readonly watch: Pick<AccountWatch, 'isCurrent'>,
  ) {}

  /** The account with an API key if it is known for certain. Asks nobody. */
  peek(apiKey: string): UserWithRealm | undefined {
    if (!this.watch.isCurrent()) return undefined
    const account = this.byKey.get(apiKey)
    if (account) this.hits += 1
    return account
  }

  /** Whether an account that was given out is the one that is known for certain. */
  isCurrent(account: { readonly api_key: string }): boolean {
    return this.watch.isCurrent() && this.byKey.peek(account.api_key) === account
  }

  /**
   * The account with an API key, read from PostgreSQL; undefined when there is none. Calls that
   * arrive together share a statement.
   */
  async read(apiKey: string): Promise<UserWithRealm | undefined> {
    this.misses += 1
    // A statement that runs already will do where it would be known that it came too early.
    const running = this.watch.isCurrent() ? this.reading.get(apiKey) : undefined
    const batch = running ?? this.nextBatch()
    batch.apiKeys.add(apiKey)
    return (await batch.accounts).get(apiKey)
  }

  forget({ userIds }: AccountChange): void {
    // All of a realm: that happens so seldom that the other realms need not be spared.
    if (userIds === null) return this.forgetAll()
    this.beginGeneration()
    for (const userId of userIds) {
      const apiKey = this.keys.get(userId)
      if (apiKey !== undefined) this.byKey.delete(apiKey)
    }
  }

  forgetAll(): void {
    this.beginGeneration()
    this.byKey.clear()
  }

  tally(): Tally {
    return { hits: this.hits, misses: this.misses, entries: this.byKey.size }
  }

  private beginGeneration(): void {
    this.generation += 1
    this.reading.clear()
  }

  private nextBatch(): Batch {
    this.next ??= this.openBatch()
    return this.next
  }

  private openBatch(): Batch {
    const apiKeys = new Set<string>()
    // Once all requests have been read that are there already.
    const accounts = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
      this.readBatch(batch),
    )
    const batch: Batch = { apiKeys, accounts }
    return batch
  }

  private async readBatch(batch: Batch): Promise<ReadonlyMap<string, UserWithRealm>> {
    this.next = undefined
    const { generation } = this
    for (const apiKey of batch.apiKeys) this.reading.set(apiKey, batch)
    try {
      const accounts = (await this.load([...batch.apiKeys])).map((each) => Object.freeze(each))
      if (generation === this.generation) for (const account of accounts) this.keep(account)
      return new Map(accounts.map((account) => [account.api_key, account]))
    } finally {
      for (const apiKey of batch.apiKeys) {
        if (this.reading.get(apiKey) === batch) this.reading.delete(apiKey)
      }
    }
  }

  private keep(account: UserWithRealm): void {
    this.byKey.set(account.api_key, account)
    this.keys.set(account.id, account.api_key)
  }
}
