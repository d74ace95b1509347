import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { isConnectionLoss } from '../../runtime/store-away'
import { hasCommitted } from './commit-marks'
import { askUntilAnswered } from './connection-loss'
import { openEmbeddedDatabase, createPglitePool } from './embedded'
import { PipeliningClient } from './pipelining-client'
import { PreparingClient } from './preparing-client'
import { createSearches } from './searches'
import type { Search } from './searches'
import type { Schema } from '../schema'
import { noActor, writtenIn } from './transaction-effects'
import type { AccountChange, Actor, OutboxEntry, Tx, Written } from './transaction-effects'

/** The first argument of query functions: the pool or a transaction. */
export type Queryable = Kysely<Schema>
export type { Tx }

export interface DatabaseOptions {
  /** PostgreSQL's address; absent: an embedded database in `dataDir`. */
  url?: string
  /** Folder of the embedded database; absent: in memory, for tests. */
  dataDir?: string
  /** Data that an embedded database in memory begins with, for tests. */
  template?: Blob | undefined
  /** PostgreSQL schema to work in; for tests that share a database. */
  searchPath?: string
  poolSize?: number
  /**
   * Whether statements are prepared. If not, PostgreSQL plans each anew, as poolers in front of it
   * may need.
   */
  preparesStatements?: boolean
  statementTimeoutMs?: number
  /** Connections for searches, beside the others; opened when there is one. */
  searchPoolSize?: number
  searchTimeoutMs?: number
  /** Listener to lost connections. Whoever was using one meets an error of their own. */
  onConnectionLost?: (error: Error) => void
}

const int8Oid = 20

/** A connection to the truth: users, streams, subscriptions, messages and the outbox. */
export interface Database {
  /** The pool, for statements outside a transaction. */
  readonly query: Queryable
  /** Runs what may have to look at any number of messages. */
  readonly search: Search
  /**
   * Runs `work` in one transaction. After the commit, the events that it published are
   * handed to the relay and the call returns once that is done: a client that is told of
   * its change can expect others to be told too.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database, in whose transactions an actor makes the changes. */
  as(actor: Actor): Database
  /** Sets who is handed the outbox entries of committed transactions. It must not throw. */
  onCommit(listener: (entries: readonly OutboxEntry[]) => Promise<void>): void
  /** Hands over outbox entries that were committed by a statement outside {@link transaction}. */
  handOver(entries: readonly OutboxEntry[]): Promise<void>
  /**
   * Sets who is told, before the relay is, that a committed transaction changed accounts. It must
   * not throw; what was changed by others it reads from the log of changes.
   */
  onAccountsChanged(listener: (changes: readonly AccountChange[]) => Promise<void>): void
  /** Sets who is told that a transaction left jobs for outgoing webhooks. It must not throw. */
  onWebhookJobs(listener: () => void): void
  /** @throws when the database does not answer */
  ping(): Promise<void>
  pool(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Whether a statement failed because a unique value is taken; its transaction is lost then. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

export function openDatabase(options: DatabaseOptions): Database {
  const { pool, searchPool, stats } = options.url
    ? openServer(options.url, options)
    : openEmbedded(options)
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const searched = searchPool
    ? new Kysely<Schema>({ dialect: new PostgresDialect({ pool: searchPool }) })
    : query
  let committed: (entries: readonly OutboxEntry[]) => Promise<void> = async () => {}
  let accountsChanged: (changes: readonly AccountChange[]) => Promise<void> = async () => {}
  let webhooksWanted: () => void = () => {}

  async function transact<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, written } = await commitInTurn(query, actor, work)
    // First: a client that hears of a change is met by workers that know of it.
    if (written.accountChanges.length > 0) await accountsChanged(written.accountChanges)
    if (written.hasWebhookJobs) webhooksWanted()
    if (written.entries.length > 0) await committed(written.entries)
    return result
  }

  const database: Database = {
    query,
    search: createSearches(searched),
    transaction: (work) => transact(noActor, work),
    as: (actor) => ({ ...database, transaction: (work) => transact(actor, work) }),
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
      if (searched !== query) await searched.destroy()
    },
  }
  return database
}

/** How often a transaction is begun that PostgreSQL gives up, since it and others wait for each other. */
const mostAttempts = 3

/**
 * Runs `work` in a transaction, and again where that was rolled back in a deadlock: whoever it waited for is
 * through then. Work does nothing that outlasts its transaction.
 */
async function commitInTurn<T>(
  query: Queryable,
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; written: Written }> {
  for (let attempt = 1; ; attempt += 1) {
    const written: Written = { actor, mark: randomUUID(), entries: [], accountChanges: [] }
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
 * Runs `work` in a transaction. When the connection is lost while it commits, nobody can tell from
 * the error whether it has: PostgreSQL is asked, for a client repeats what was answered with one.
 */
async function commit<T>(
  query: Queryable,
  written: Written,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let worked: { result: T } | undefined
  try {
    return await query.transaction().execute(async (tx) => {
      writtenIn.set(tx, written)
      worked = { result: await work(tx) }
      return worked.result
    })
  } catch (error) {
    // What has told nobody anything may be repeated without harm.
    if (!worked || written.entries.length === 0 || !isConnectionLoss(error)) throw error
    if (!(await askUntilAnswered(() => hasCommitted(query, written.mark), error))) throw error
    return worked.result
  }
}

interface OpenPools {
  pool: PostgresPool
  /** Absent where there is but one connection. */
  searchPool?: PostgresPool
  stats: Database['pool']
}

function openServer(url: string, options: DatabaseOptions): OpenPools {
  const pool = openPool(url, options, {
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
  })
  return {
    pool,
    searchPool: openPool(url, options, {
      max: options.searchPoolSize ?? 3,
      statement_timeout: options.searchTimeoutMs ?? 5_000,
    }),
    stats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

function openPool(
  url: string,
  options: DatabaseOptions,
  limits: Pick<pg.PoolConfig, 'max' | 'statement_timeout'>,
): pg.Pool {
  const pool = new pg.Pool({
    Client: options.preparesStatements === false ? PipeliningClient : PreparingClient,
    connectionString: url,
    ...limits,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'parley',
    types: { getTypeParser: serverTypeParser as typeof pg.types.getTypeParser },
    ...(options.searchPath ? { options: `-c search_path=${options.searchPath}` } : {}),
  })
  // The pool listens to idle connections only, and unheard errors would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onConnectionLost?.(error))
    // Compiling a statement takes longer than any of ours does. Said so, and not on connecting,
    // since a pooler in front of PostgreSQL may know no such option.
    client.query('set jit = off').catch(() => undefined)
  })
  pool.on('error', () => undefined)
  return pool
}

/** Ids are numbers, not the strings that pg makes of int8: they stay below 2^53. */
function serverTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === int8Oid) return Number
  return pg.types.getTypeParser(oid, format)
}

function openEmbedded({ dataDir, template }: DatabaseOptions): OpenPools {
  const pool = createPglitePool(openEmbeddedDatabase(dataDir, template))
  return { pool, stats: () => ({ total: 1, idle: 0, waiting: 0 }) }
}
