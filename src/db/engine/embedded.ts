import { PGlite, types } from '@electric-sql/pglite'
import type { Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Makes PGlite, which serves one session, look like a pool of one connection, so that
 * the embedded database and a PostgreSQL server share Kysely's dialect and all SQL.
 * `connect` waits until the connection is free; transactions therefore never mix.
 */
export function createPglitePool(pglite: PGlite): PostgresPool {
  let free: Promise<void> = Promise.resolve()

  async function connect(): Promise<PostgresPoolClient> {
    const before = free
    let release!: () => void
    free = new Promise((resolve) => (release = resolve))
    await before
    return {
      async query(sql: unknown, parameters?: readonly unknown[]) {
        if (typeof sql !== 'string') throw new Error('The embedded database has no cursors.')
        const result = await run(sql, parameters ?? [])
        const rowCount = result.affectedRows ?? result.rows.length
        return { command: commandOf(sql), rowCount, rows: result.rows }
      },
      release,
    } as PostgresPoolClient
  }

  /** Runs one statement, or without values any number, of which the last one answers. */
  async function run(sql: string, parameters: readonly unknown[]): Promise<Results> {
    if (parameters.length > 0) return pglite.query(sql, [...parameters])
    return (await pglite.exec(sql)).at(-1) ?? { rows: [], fields: [] }
  }

  return { connect, end: () => pglite.close() }
}

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'MERGE'

/** Kysely reads affected-row counts only for these commands. */
function commandOf(sql: string): Command {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase()
  return (word === 'WITH' || word === undefined ? 'SELECT' : word) as Command
}

/** A laptop has better uses for the 128 MiB that PostgreSQL would take for its cache. */
const cache = ['-c', 'shared_buffers=16MB']
/** Has what was answered with success survive a power cut. */
const durable = ['-c', 'fsync=on']

/**
 * Opens PostgreSQL compiled to WASM inside this process.
 * @param folder keeps the data; absent: in memory, for tests
 * @param template the files of a database to begin with in memory, packed: making an empty one takes
 * seconds
 */
export function openEmbeddedDatabase(folder?: string, template?: Blob): PGlite {
  // Ids are numbers, not the bigints that int8 could be: they stay below 2^53.
  const parsers = { [types.INT8]: Number }
  if (!folder) return new PGlite({ parsers, ...(template ? { loadDataDir: template } : {}) })
  mkdirSync(folder, { recursive: true })
  const startParams = [...PGlite.defaultStartParams, ...cache, ...durable]
  return new PGlite({ dataDir: folder, parsers, startParams })
}

const makeCluster = `
  const { workerData } = require('node:worker_threads')
  const { PGlite } = require(workerData.pglite)
  new PGlite({ dataDir: workerData.folder }).waitReady.then(() => process.exit(0))`

/**
 * Makes the files of an empty database where there are none. A second instance of PostgreSQL
 * does that and needs some 500 MB, so it has a thread to itself, which leaves no trace.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  mkdirSync(folder, { recursive: true })
  const pglite = require.resolve('@electric-sql/pglite')
  const thread = new Worker(makeCluster, { eval: true, workerData: { pglite, folder } })
  const [exitCode] = (await once(thread, 'exit')) as [number]
  if (exitCode !== 0) throw new Error(`Could not make a database in ${folder}.`)
}
