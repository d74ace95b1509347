import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../runtime/room'
import type { AccountChange } from '../db/engine/transaction-effects'
import { credentialOf } from '../db/users/requesters'
import type { Requester } from '../db/users/requesters'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import { CommonParts } from './common-parts'
import type { Counting, Tally } from './tally'

/** Reads the accounts that these credentials are good for; others are left out. */
export type LoadRequesters = (credentials: readonly string[]) => Promise<readonly Requester[]>

/** Accounts of about 1 KB each. */
const maxRequesters = 50_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/** Credentials whose accounts are read together. */
interface Batch {
  readonly credentials: Set<string>
  readonly accounts: Promise<ReadonlyMap<string, Requester>>
}

/**
 * Accounts that authenticated calls lately, by API key or by the hash of a session's token, so that a
 * call need not ask PostgreSQL who makes it. One that is given out was changed by nobody whose call
 * has returned; see docs/decisions/0006-authentication-cache.md. It is shared by calls and cannot be
 * changed.
 */
export class Requesters implements Forgetful, Counting {
  private readonly byCredential = new LRUCache<string, Requester>({
    ...atMostEntries(maxRequesters),
    ttl: maxAgeMs,
    ttlResolution: 1_000,
    dispose: (account, credential) => this.dropCredential(account.id, credential),
  })
  /** Credentials by user id: mostly one, for which a list is a quarter of a set. */
  private readonly credentialsOf = new Map<number, readonly string[]>()
  private readonly commonParts = new CommonParts()
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

  /** The account of a credential if it is known for certain. Asks nobody. */
  peek(credential: string): Requester | undefined {
    if (!this.watch.isCurrent()) return undefined
    const account = this.byCredential.get(credential)
    if (account) this.hits += 1
    return account
  }

  /** Whether an account that was given out is the one that is known for certain. */
  isCurrent(account: Parameters<typeof credentialOf>[0]): boolean {
    return this.watch.isCurrent() && this.byCredential.peek(credentialOf(account)) === account
  }

  /**
   * The account of a credential, read from PostgreSQL; undefined when there is none. Calls that
   * arrive together share a statement.
   */
  async read(credential: string): Promise<Requester | undefined> {
    this.misses += 1
    // A statement that runs already will do where it would be known that it came too early.
    const running = this.watch.isCurrent() ? this.reading.get(credential) : undefined
    const batch = running ?? this.nextBatch()
    batch.credentials.add(credential)
    return (await batch.accounts).get(credential)
  }

  forget({ userIds }: AccountChange): void {
    // All of a realm: that happens so seldom that the other realms need not be spared.
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

  tally(): Tally {
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
    // Once all requests have been read that are there already.
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
