import { PGlite, types } from '@electric-sql/pglite'
import type { Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompressSync } from 'node:zlib'
import { PrivateNodeFs } from './private-node-fs'

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
 * @param folder keeps the data, which begins empty; absent: in memory, for tests
 * @param template the files of a database to begin with in memory, packed
 */
export function openEmbeddedDatabase(folder?: string, template?: Blob): PGlite {
  // Ids are numbers, not the bigints that int8 could be: they stay below 2^53.
  const parsers = { [types.INT8]: Number }
  compileQuickly()
  if (!folder) return new PGlite({ parsers, loadDataDir: template ?? unpackEmptyCluster() })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const startParams = [...PGlite.defaultStartParams, ...cache, ...durable]
  const begin = hasEmbeddedDatabase(folder) ? {} : { loadDataDir: unpackEmptyCluster() }
  return new PGlite({ fs: new PrivateNodeFs(folder), parsers, startParams, ...begin })
}

/** Whether a folder has the data of an embedded database, which then need not be made. */
export function hasEmbeddedDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

/**
 * Has V8 compile WASM with its quick compiler alone. What the thorough one makes of PostgreSQL later
 * takes 80 MB more, and is no faster where statements are short.
 */
function compileQuickly(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}

/** Made by `npm run empty-cluster`. */
const emptyCluster = resolve(__dirname, '../../../db/empty-cluster.tar.br')

/**
 * The files of a PostgreSQL without any table. Making them takes PGlite 5 seconds and
 * 800 MB, so that is done once for all, and not at the first start of everybody.
 */
function unpackEmptyCluster(): Blob {
  return new Blob([brotliDecompressSync(readFileSync(emptyCluster))])
}
