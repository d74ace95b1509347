import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../lib/lru-options'
import type { AccountChange } from '../data/engine/transaction-effects'
import { credentialOf } from '../data/users/requesters'
import type { Requester } from '../data/users/requesters'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import { CommonParts } from './common-parts'
import type { Counting, CacheStats } from './cache-stats'

/** Reads the accounts of valid credentials; invalid ones are left out. */
export type LoadRequesters = (credentials: readonly string[]) => Promise<readonly Requester[]>

/** Max accounts, of about 1 KB each. */
const maxRequesters = 50_000
/** Limit for changes that no trigger logs: deleted rows, or a restored backup. */
const maxAgeMs = 600_000

/** Credentials whose accounts are read by one statement. */
interface Batch {
  readonly credentials: Set<string>
  readonly accounts: Promise<ReadonlyMap<string, Requester>>
}

/**
 * Accounts that recently authenticated calls, by API key or by hash of a session token, so that a
 * call need not query PostgreSQL for its account. A returned account reflects every change whose
 * call has returned; see docs/decisions/0006-authentication-cache.md. Calls share the account,
 * which is immutable.
 */
export class Requesters implements Forgetful, Counting {
  private readonly byCredential = new LRUCache<string, Requester>({
    ...atMostEntries(maxRequesters),
    ttl: maxAgeMs,
    ttlResolution: 1_000,
    dispose: (account, credential) => this.dropCredential(account.id, credential),
  })
  /** Credentials by user id: usually one, so an array, at a quarter of the size of a set. */
  private readonly credentialsOf = new Map<number, readonly string[]>()
  private readonly commonParts = new CommonParts()
  /** Running reads of accounts that have not changed since the statement began. */
  private readonly reading = new Map<string, Batch>()
  private next: Batch | undefined
  /** Incremented by every invalidation, so that a read begun before is not cached. */
  private generation = 0
  private hits = 0
  private misses = 0

  constructor(
    private readonly load: LoadRequesters,
    private readonly watch: Pick<AccountWatch, 'isCurrent'>,
  ) {}

  /** The account of a credential if it is cached and current. Never queries. */
  peek(credential: string): Requester | undefined {
    if (!this.watch.isCurrent()) return undefined
    const account = this.byCredential.get(credential)
    if (account) this.hits += 1
    return account
  }

  /** Whether an account returned earlier is still the cached and current one. */
  isCurrent(account: Parameters<typeof credentialOf>[0]): boolean {
    return this.watch.isCurrent() && this.byCredential.peek(credentialOf(account)) === account
  }

  /**
   * The account of a credential, read from PostgreSQL; undefined if there is none. Concurrent calls
   * share a statement.
   */
  async read(credential: string): Promise<Requester | undefined> {
    this.misses += 1
    // A running statement may be joined only while changes are tracked, which would show that it is
    // too old.
    const running = this.watch.isCurrent() ? this.reading.get(credential) : undefined
    const batch = running ?? this.nextBatch()
    batch.credentials.add(credential)
    return (await batch.accounts).get(credential)
  }

  forget({ userIds }: AccountChange): void {
    // The whole realm changed: so rare that clearing the entries of all realms is acceptable.
    if (userIds === null) return this.forgetAll()
    this.beginGeneration()
    for (const userId of userIds) {
      for (const credential of this.credentialsOf.get(userId) ?? []) {
        this.byCredential.delete(credential)
      }
    }
  }

  forgetAll(): void {
    this.beginGeneration()
    this.byCredential.clear()
  }

  tally(): CacheStats {
    return { hits: this.hits, misses: this.misses, entries: this.byCredential.size }
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
    const credentials = new Set<string>()
    // Starts after all requests that have already arrived.
    const accounts = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
      this.readBatch(batch),
    )
    const batch: Batch = { credentials, accounts }
    return batch
  }

  private async readBatch(batch: Batch): Promise<ReadonlyMap<string, Requester>> {
    this.next = undefined
    const { generation } = this
    for (const credential of batch.credentials) this.reading.set(credential, batch)
    try {
      const accounts = await this.load([...batch.credentials])
      for (const account of accounts) {
        this.commonParts.share(account)
        Object.freeze(account)
      }
      if (generation === this.generation) for (const account of accounts) this.keep(account)
      return new Map(accounts.map((account) => [credentialOf(account), account]))
    } finally {
      for (const credential of batch.credentials) {
        if (this.reading.get(credential) === batch) this.reading.delete(credential)
      }
    }
  }

  private keep(account: Requester): void {
    const credential = credentialOf(account)
    this.byCredential.set(credential, account)
    const others = this.credentialsOf.get(account.id) ?? []
    if (!others.includes(credential)) this.credentialsOf.set(account.id, [...others, credential])
  }

  private dropCredential(userId: number, credential: string): void {
    const left = this.credentialsOf.get(userId)?.filter((each) => each !== credential) ?? []
    if (left.length > 0) this.credentialsOf.set(userId, left)
    else this.credentialsOf.delete(userId)
  }
}
