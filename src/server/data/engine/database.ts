import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool, RawBuilder } from 'kysely'
import type { Clock, Dated } from '../../lib/clock'
import { repeat } from '../../lib/pauses'
import { isConnectionLoss } from '../../lib/store-away'
import { hasCommitted } from './commit-marks'
import { askUntilAnswered } from './connection-loss'
import { LeaseKeeper } from './lease-keeper'
import type { KeptLease, LeaseHolder } from './lease-keeper'
import { openPools } from './pools'
import type { DatabaseOptions } from './pools'
import { createSearches } from './searches'
import type { Search } from './searches'
import type { Schema } from '../schema'
import { noActor, writtenIn } from './transaction-effects'
import type { AccountChange, Actor, BareTx, OutboxEntry, Tx, Written } from './transaction-effects'

/** The first argument of query functions: the pool or a transaction. */
export type Queryable = Kysely<Schema>

/** A database with the time of a check or a reading: a transaction, or the pool by {@link Database.dated}. */
export type DatedQueryable = Queryable & Dated

/** The database at a given time. */
export function datedAt(db: Queryable, now: Date): DatedQueryable {
  return Object.assign(db.withTables<Record<never, never>>(), { now })
}

export type { BareTx, Tx }

/** Connection to the authoritative data: users, streams, subscriptions, messages and the outbox. */
export interface Database {
  /** The pool, for statements outside a transaction. */
  readonly query: Queryable
  /** The pool, with the time of the call. */
  dated(): DatedQueryable
  /** Runs queries that may scan any number of messages. */
  readonly search: Search
  /**
   * The pool for background jobs of many or regular small statements: one connection, on which PostgreSQL plans each
   * statement once, for any values. On the connections of the other pool it plans a statement on each, and six times
   * there. All wait for a transaction here: it must be short, and use no other connection meanwhile.
   */
  readonly background: Pick<Database, 'query' | 'dated' | 'transaction'>
  /**
   * Runs `work` in one transaction, whose `now` is the time when it began. After the commit, hands the published events to the relay, and
   * returns when the relay is done: when a client is told of its change, the others have been told
   * too.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database, with an actor as the author of its changes in the audit log. */
  as(actor: Actor): Database
  /** Sets the receiver of the outbox entries of committed transactions. It must not throw. */
  onCommit(listener: (entries: readonly OutboxEntry[]) => Promise<void>): void
  /** Hands over outbox entries that were committed by a statement outside {@link transaction}. */
  handOver(entries: readonly OutboxEntry[]): Promise<void>
  /**
   * Sets the listener for account changes, called after the commit and before the relay. It must
   * not throw. Changes by other workers come from the log of changes instead.
   */
  onAccountsChanged(listener: (changes: readonly AccountChange[]) => Promise<void>): void
  /** Sets the listener for new jobs of outgoing webhooks. It must not throw. */
  onWebhookJobs(listener: () => void): void
  /**
   * Renews a lease at regular times until it is released, also while the event loop is busy.
   * @param renewal returns a row, unless the lease is lost
   */
  keepLease(renewal: RawBuilder<unknown>, everyMs: number, holder: LeaseHolder): KeptLease
  /** @throws if the database does not answer */
  ping(): Promise<void>
  pool(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Whether a statement violated a unique constraint, which aborts its transaction. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

export function openDatabase(options: DatabaseOptions & { clock: Clock }): Database {
  const { pool, searchPool, backgroundPool, stats } = openPools(options)
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const onPool = (other: PostgresPool | undefined): Queryable =>
    other ? new Kysely<Schema>({ dialect: new PostgresDialect({ pool: other }) }) : query
  const searched = onPool(searchPool)
  const inBackground = onPool(backgroundPool)
  const { clock, url, searchPath } = options
  const leases = url ? new LeaseKeeper({ url, ...(searchPath && { searchPath }) }) : undefined
  let committed: (entries: readonly OutboxEntry[]) => Promise<void> = async () => {}
  let accountsChanged: (changes: readonly AccountChange[]) => Promise<void> = async () => {}
  let webhooksWanted: () => void = () => {}

  async function transact<T>(
    on: Queryable,
    actor: Actor,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const { result, written } = await commitInTurn(on, (begun) =>
      work(Object.assign(begun, { now: clock.now(), actor })),
    )
    // Before the relay: when a client hears of a change, no worker may still use the old accounts.
    if (written.accountChanges.length > 0) await accountsChanged(written.accountChanges)
    if (written.hasWebhookJobs) webhooksWanted()
    if (written.entries.length > 0) await committed(written.entries)
    return result
  }

  const database: Database = {
    query,
    dated: () => datedAt(query, clock.now()),
    search: createSearches(searched),
    background: {
      query: inBackground,
      dated: () => datedAt(inBackground, clock.now()),
      transaction: (work) => transact(inBackground, noActor, work),
    },
    transaction: (work) => transact(query, noActor, work),
    as: (actor) => ({ ...database, transaction: (work) => transact(query, actor, work) }),
    onCommit(listener) {
      committed = listener
    },
    handOver: (entries) => committed(entries),
    onAccountsChanged(listener) {
      accountsChanged = listener
    },
    onWebhookJobs(listener) {
      webhooksWanted = listener
    },
    keepLease(renewal, everyMs, holder) {
      if (!leases) return keepInLoop(query, renewal, everyMs, holder)
      const { sql: text, parameters } = renewal.compile(query)
      return leases.keep({ sql: text, parameters, everyMs }, holder)
    },
    async ping() {
      await sql`select 1`.execute(query)
    },
    pool: stats,
    async close() {
      leases?.close()
      await query.destroy()
      for (const other of [searched, inBackground]) if (other !== query) await other.destroy()
    },
  }
  return database
}

/** The embedded database runs in the event loop, and has no other worker that could take the lease. */
function keepInLoop(
  query: Queryable,
  renewal: RawBuilder<unknown>,
  everyMs: number,
  { onLost, onError }: LeaseHolder,
): KeptLease {
  const renew = async (): Promise<void> => {
    const { rows } = await renewal.execute(query)
    if (rows.length === 0) onLost()
  }
  const repetition = repeat(renew, everyMs, onError)
  return { release: () => void repetition.stop() }
}

/** Max attempts at a transaction that PostgreSQL rolls back in a deadlock. */
const mostAttempts = 3

/**
 * Runs `work` in a transaction, and again if a deadlock rolled it back: by then the other
 * transaction has finished. `work` must have no effects outside its transaction.
 */
async function commitInTurn<T>(
  query: Queryable,
  work: (begun: BareTx) => Promise<T>,
): Promise<{ result: T; written: Written }> {
  for (let attempt = 1; ; attempt += 1) {
    const written: Written = { mark: randomUUID(), entries: [], accountChanges: [] }
    try {
      return { result: await commit(query, written, work), written }
    } catch (error) {
      if (attempt === mostAttempts || !isDeadlock(error)) throw error
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/**
 * Runs `work` in a transaction. If the connection is lost during the commit, asks PostgreSQL
 * whether it committed, since the error does not tell and a client that gets an error repeats its
 * call.
 */
async function commit<T>(
  query: Queryable,
  written: Written,
  work: (begun: BareTx) => Promise<T>,
): Promise<T> {
  let worked: { result: T } | undefined
  try {
    return await query.transaction().execute(async (begun) => {
      writtenIn.set(begun, written)
      worked = { result: await work(begun) }
      return worked.result
    })
  } catch (error) {
    // A transaction without events may safely be repeated.
    if (!worked || written.entries.length === 0 || !isConnectionLoss(error)) throw error
    if (!(await askUntilAnswered(() => hasCommitted(query, written.mark), error))) throw error
    return worked.result
  }
}
