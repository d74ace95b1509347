import type { OutboxEntry } from '../../src/server/data/engine/transaction-effects'
import { parsed } from '../support/checked'
import type { Random } from '../support/random'
import { Flow } from './network'
import type { Network } from './network'

/** A committed row of the outbox that was not deleted yet. */
interface Row extends OutboxEntry {
  stream: number
  committedMs: number
  /** The transaction that has deleted it, and not ended. */
  lockedBy?: object
}

/** An event that a simulated request publishes. */
export interface NewEvent {
  key: number
  body: unknown
  inOrder: boolean
  /** The stream that the event concerns. A change of state locks its row until the commit. */
  stream: number
}

export interface Committed extends NewEvent {
  seq: number
  /** Number of commits before the insertion. */
  insertedAt: number
}

/** Age at which the sweep takes a row over. */
const staleMs = 2_000

/** The database of a simulation: the outbox alone, with the locks and visibility of PostgreSQL. */
export class OutboxStore {
  private readonly rows = new Map<number, Row>()
  private readonly lockedStreams = new Map<number, object>()
  private latestId = 0
  /** All commits, in order. */
  readonly commits: Committed[] = []

  constructor(
    readonly realmId: number,
    private readonly nowMs: () => number,
  ) {}

  isLocked(stream: number): boolean {
    return this.lockedStreams.has(stream)
  }

  /** The statement that inserts an event. It is invisible until {@link commit}. */
  insert(owner: object, event: NewEvent): OutboxEntry & { insertedAt: number } {
    if (event.inOrder) this.lockedStreams.set(event.stream, owner)
    this.latestId += 1
    const isBehind = [...this.rows.values()].some(
      (row) => row.inOrder && row.stream === event.stream,
    )
    return {
      realmId: this.realmId,
      outboxId: this.latestId,
      body: event.body,
      inOrder: event.inOrder || isBehind,
      insertedAt: this.commits.length,
    }
  }

  commit(owner: object, event: NewEvent, entry: OutboxEntry & { insertedAt: number }): void {
    // The row itself tells whether it is a change of state; only the worker knows of "behind".
    const { insertedAt, ...row } = entry
    const { inOrder, stream } = event
    this.rows.set(entry.outboxId, { ...row, inOrder, stream, committedMs: this.nowMs() })
    this.commits.push({ ...event, seq: this.commits.length + 1, insertedAt })
    this.unlock(owner)
  }

  unlock(owner: object): void {
    for (const [stream, holder] of this.lockedStreams) {
      if (holder === owner) this.lockedStreams.delete(stream)
    }
  }

  oldest(atMost: number): number[] {
    return [...this.rows.keys()].sort((a, b) => a - b).slice(0, atMost)
  }

  mustWait(owner: object, ids: readonly number[]): boolean {
    return ids.some((id) => {
      const lock = this.rows.get(id)?.lockedBy
      return lock !== undefined && lock !== owner
    })
  }

  take(owner: object, ids: readonly number[]): OutboxEntry[] {
    return ids.flatMap((id) => {
      const row = this.rows.get(id)
      if (!row) return []
      row.lockedBy = owner
      const { realmId, outboxId, body, inOrder } = row
      return [{ realmId, outboxId, body: parsed(JSON.stringify(body)), inOrder }]
    })
  }

  delete(ids: readonly number[]): void {
    for (const id of ids) this.rows.delete(id)
  }

  end(owner: object, isCommitted: boolean): void {
    for (const [id, row] of this.rows) {
      if (row.lockedBy !== owner) continue
      delete row.lockedBy
      if (isCommitted) this.rows.delete(id)
    }
  }

  get depth(): number {
    return this.rows.size
  }

  get hasStaleRows(): boolean {
    return [...this.rows.values()].some((row) => this.nowMs() - row.committedMs > staleMs)
  }
}

/** Reasons for which a statement does not run, or runs later. */
interface Crossing {
  isBlocked?: (() => boolean) | undefined
  /** Called when the connection breaks before the statement has run. */
  onLost?: () => void
}

/** The connection pool of one simulated worker. */
export class SimulatedDatabase {
  isDead = false
  /** Probability that a statement meets a broken connection. */
  faultRate = 0

  constructor(
    readonly store: OutboxStore,
    private readonly network: Network,
    private readonly random: Random,
    private readonly process: string,
  ) {}

  get query() {
    return { database: this, transaction: () => ({ execute: this.transact }) }
  }

  /** Runs a statement on a connection of its own. PostgreSQL drops those of a process that has died. */
  statement<T>(execute: () => T, isBlocked?: () => boolean): Promise<T> {
    return this.send(() => (this.isDead ? (undefined as T) : execute()), { isBlocked })
  }

  private send<T>(
    execute: () => T,
    { isBlocked = () => false, onLost = () => undefined }: Crossing,
  ): Promise<T> {
    if (this.isDead) return new Promise(() => undefined)
    const request = new Flow(this.network, '')
    request.isBlocked = () => !this.isDead && isBlocked()
    const answer = new Flow(this.network, this.process)
    return new Promise((resolve, reject) => {
      // The connection breaks before or after the statement has run.
      const fault = this.random.chance(this.faultRate) ? this.random.pick(['before', 'after']) : ''
      request.send(() => {
        request.close()
        let outcome = (): void => reject(new Error('Connection terminated unexpectedly'))
        if (fault === 'before') {
          onLost()
        } else {
          const result = execute()
          if (fault !== 'after') outcome = () => resolve(result)
        }
        answer.send(() => {
          answer.close()
          if (!this.isDead) outcome()
        })
      })
    })
  }

  /** Transactions that have not ended, and those whose commit has left the process. */
  private readonly open = new Set<object>()
  private readonly committing = new Set<object>()

  /** Publishes an event in a transaction of its own. @throws if the outcome is unknown, or a rollback */
  async publish(event: NewEvent): Promise<OutboxEntry> {
    const owner = this.begin()
    try {
      const entry = await this.statement(
        () => this.store.insert(owner, event),
        () => event.inOrder && this.store.isLocked(event.stream),
      )
      await this.commit(owner, () => this.store.commit(owner, event, entry))
      const { insertedAt: _at, ...rest } = entry
      return rest
    } finally {
      this.rollBack(owner)
    }
  }

  /** Ends the process; PostgreSQL rolls its transactions back. */
  die(): void {
    this.isDead = true
    for (const owner of this.open) if (!this.committing.has(owner)) this.rollBack(owner)
  }

  /** A commit that has left a process takes place even if the process dies. */
  private async commit(owner: object, execute: () => void): Promise<void> {
    this.committing.add(owner)
    const onLost = (): void => this.rollBack(owner)
    const run = (): void => {
      execute()
      this.committing.delete(owner)
    }
    await this.send(run, { onLost })
  }

  private begin(): object {
    const owner = {}
    this.open.add(owner)
    return owner
  }

  private rollBack(owner: object): void {
    this.open.delete(owner)
    this.committing.delete(owner)
    this.store.unlock(owner)
    this.store.end(owner, false)
  }

  private readonly transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const owner = this.begin()
    try {
      const result = await work({ database: this, owner })
      await this.commit(owner, () => this.store.end(owner, true))
      return result
    } finally {
      this.rollBack(owner)
    }
  }
}

interface Tx {
  database: SimulatedDatabase
  owner: object
}

export async function takeOutboxRows(
  { database, owner }: Tx,
  _realmId: number,
  atMost: number,
): Promise<OutboxEntry[]> {
  const { store } = database
  // The statement sees the rows that are committed when it arrives, and waits for their locks.
  let ids: number[] | undefined
  return database.statement(
    () => store.take(owner, ids ?? store.oldest(atMost)),
    () => {
      ids ??= store.oldest(atMost)
      return store.mustWait(owner, ids)
    },
  )
}

export async function deleteOutboxRows(
  { database }: { database: SimulatedDatabase },
  _realmId: number,
  ids: readonly number[],
): Promise<void> {
  const owner = {}
  await database.statement(
    () => database.store.delete(ids),
    () => database.store.mustWait(owner, ids),
  )
}

export async function listRealmsWithStaleRows({
  database,
}: {
  database: SimulatedDatabase
}): Promise<number[]> {
  const { store } = database
  return database.statement(() => (store.hasStaleRows ? [store.realmId] : []))
}
