import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { connectAsProcessUser } from './default-user'
import { PatientPool } from './patient-pool'
import { PipeliningClient } from './pipelining-client'
import type { Patient } from './pipelining-client'
import { PreparingClient } from './preparing-client'

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

interface OpenPools {
  pool: PostgresPool
  /** Absent, like the next, if there is only one connection. */
  searchPool?: PostgresPool
  backgroundPool?: PostgresPool
  stats: () => { total: number; idle: number; waiting: number }
}

/** The pools of a PostgreSQL server, or the one of the embedded database. */
export function openPools(options: DatabaseOptions): OpenPools {
  return options.url ? openServer(options.url, options) : openEmbedded(options)
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
    patienceMs: statementTimeoutMs,
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
  limits: Pick<pg.PoolConfig, 'max' | 'statement_timeout' | 'idleTimeoutMillis'> & Partial<Patient>,
): pg.Pool {
  const pool = new PatientPool({
    Client: options.preparesStatements === false ? PipeliningClient : PreparingClient,
    connectionString: url,
    patienceMs: 5_000,
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
