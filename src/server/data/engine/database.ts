import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import type { Clock, Dated } from '../../lib/clock'
import { isConnectionLoss } from '../../lib/store-away'
import { hasCommitted } from './commit-marks'
import { askUntilAnswered } from './connection-loss'
import { connectAsProcessUser } from './default-user'
import { PipeliningClient } from './pipelining-client'
import { PreparingClient } from './preparing-client'
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

export interface DatabaseOptions {
  /** URL of the PostgreSQL server; absent: an embedded database in `dataDir`. */
  url?: string
  /** Folder of the embedded database; absent: in memory, for tests. */
  dataDir?: string
  /** Initial data of an embedded database in memory, for tests. */
  template?: Blob | undefined
  /** PostgreSQL schema to work in; for tests that share a database. */
  searchPath?: string
  poolSize?: number
  /**
   * Whether statements are prepared. If not, PostgreSQL plans each one anew; poolers in front of it
   * may require that.
   */
  preparesStatements?: boolean
  statementTimeoutMs?: number
  /** Max connections for searches, in a separate pool; opened on demand. */
  searchPoolSize?: number
  searchTimeoutMs?: number
  /** Called when a connection is lost. Its user gets an error of their own. */
  onConnectionLost?: (error: Error) => void
}

const int8Oid = 20
const defaultStatementTimeoutMs = 15_000

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
  const { pool, searchPool, backgroundPool, stats } = options.url
    ? openServer(options.url, options)
    : openEmbedded(options)
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const onPool = (other: PostgresPool | undefined): Queryable =>
    other ? new Kysely<Schema>({ dialect: new PostgresDialect({ pool: other }) }) : query
  const searched = onPool(searchPool)
  const inBackground = onPool(backgroundPool)
  const { clock } = options
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
    async ping() {
      await sql`select 1`.execute(query)
    },
    pool: stats,
    async close() {
      await query.destroy()
      for (const other of [searched, inBackground]) if (other !== query) await other.destroy()
    },
  }
  return database
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

interface OpenPools {
  pool: PostgresPool
  /** Absent, like the next, if there is only one connection. */
  searchPool?: PostgresPool
  backgroundPool?: PostgresPool
  stats: Database['pool']
}

function openServer(url: string, options: DatabaseOptions): OpenPools {
  connectAsProcessUser()
  const pool = openPool(url, options, {
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
  })
  return {
    pool,
    searchPool: openPool(url, options, {
      max: options.searchPoolSize ?? 3,
      statement_timeout: options.searchTimeoutMs ?? 5_000,
    }),
    backgroundPool: openBackgroundPool(url, options),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/**
 * Settings of the connection for background jobs, which look up few rows by indexes. A plan for any values, made while
 * a table is new, would rather read the whole table, and stay.
 */
const planOnce = ['set plan_cache_mode = force_generic_plan', 'set enable_seqscan = off']

function openBackgroundPool(url: string, options: DatabaseOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? defaultStatementTimeoutMs
  const pool = openPool(url, options, {
    max: 1,
    statement_timeout: statementTimeoutMs,
    // Statements wait for each other.
    connectionTimeoutMillis: statementTimeoutMs,
    // A new connection plans everything again.
    idleTimeoutMillis: 60_000,
  })
  // Behind a pooler, the setting would reach the connections of searches, whose plans depend on their values.
  if (options.preparesStatements === false) return pool
  pool.on('connect', (client) => {
    for (const setting of planOnce) client.query(setting).catch(() => undefined)
  })
  return pool
}

function openPool(
  url: string,
  options: DatabaseOptions,
  limits: Pick<
    pg.PoolConfig,
    'max' | 'statement_timeout' | 'connectionTimeoutMillis' | 'idleTimeoutMillis'
  >,
): pg.Pool {
  const pool = new pg.Pool({
    Client: options.preparesStatements === false ? PipeliningClient : PreparingClient,
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    ...limits,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'parley',
    types: { getTypeParser: serverTypeParser as typeof pg.types.getTypeParser },
    ...(options.searchPath ? { options: `-c search_path=${options.searchPath}` } : {}),
  })
  // The pool handles errors of idle connections only; unhandled ones would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onConnectionLost?.(error))
    // JIT compilation takes longer than any of our statements runs. Set by a statement because a
    // pooler in front of PostgreSQL may not know the connection option.
    client.query('set jit = off').catch(() => undefined)
  })
  pool.on('error', () => undefined)
  return pool
}

/** Parses int8 ids as numbers instead of pg's strings; they stay below 2^53. */
function serverTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === int8Oid) return Number
  return pg.types.getTypeParser(oid, format)
}

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   Servers on PostgreSQL do without PGlite. */
const loadEmbedded = () => require('./embedded') as typeof import('./embedded')
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

function openEmbedded({ dataDir, template }: DatabaseOptions): OpenPools {
  const { createPglitePool, openEmbeddedDatabase } = loadEmbedded()
  const pool = createPglitePool(openEmbeddedDatabase(dataDir, template))
  return { pool, stats: () => ({ total: 1, idle: 0, waiting: 0 }) }
}
