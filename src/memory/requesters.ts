import { LRUCache } from 'lru-cache'
import type { AccountChange } from '../db/engine/transaction-effects'
import type { UserWithRealm } from '../db/users/users'

/** Reads those of the accounts with these API keys that there are. */
export type LoadAccounts = (apiKeys: readonly string[]) => Promise<readonly UserWithRealm[]>

/** About 1 KB each. */
const maxAccounts = 50_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/** Accounts that are read with one statement. */
interface Batch {
  readonly apiKeys: Set<string>
  readonly accounts: Promise<ReadonlyMap<string, UserWithRealm>>
}

/**
 * Accounts in memory, by API key, at most so many; only those that exist. Whether they may be
 * used, and when one has to be forgotten, is for others to know.
 */
export class Requesters {
  private readonly byKey = new LRUCache<string, UserWithRealm>({
    max: maxAccounts,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
    dispose: (account, apiKey) => {
      if (this.keys.get(account.id) === apiKey) this.keys.delete(account.id)
    },
  })
  /** API keys by user id. */
  private readonly keys = new Map<number, string>()
  /** What is being read, and was not changed since the statement began. */
  private readonly reading = new Map<string, Batch>()
  private next: Batch | undefined
  /** Changes with all that is forgotten, so that an older state which arrives then is not kept. */
  private generation = 0

  constructor(private readonly load: LoadAccounts) {}

  get(apiKey: string): UserWithRealm | undefined {
    return this.byKey.get(apiKey)
  }

  /**
   * Reads an account. Calls that arrive together share a statement.
   *
   * @param mayJoin whether a statement that runs already will do: only where the caller would
   * know if the account had been changed since it began
   */
  async read(apiKey: string, mayJoin: boolean): Promise<UserWithRealm | undefined> {
    const running = mayJoin ? this.reading.get(apiKey) : undefined
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
