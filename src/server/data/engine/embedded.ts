import { types } from '@electric-sql/pglite'
import type { PGlite, Results } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompressSync } from 'node:zlib'
import { hasEmbeddedDatabase } from './data-folder'
import { isRepeated } from './preparable'
import { PreparingPglite } from './preparing-pglite'
import { PrivateNodeFs } from './private-node-fs'

/**
 * Wraps PGlite, which has a single session, as a pool of one connection, so that the embedded
 * database and a PostgreSQL server share Kysely's dialect and all SQL. `connect` waits until the
 * connection is free; transactions therefore never mix.
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

  /** Runs one statement, or, without values, several of which the last one's result is returned. */
  async function run(sql: string, parameters: readonly unknown[]): Promise<Results> {
    if (isRepeated(sql, parameters)) return pglite.query(sql, [...parameters])
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

/** A small cache: PostgreSQL's default of 128 MiB is too much for a laptop. */
const cache = ['-c', 'shared_buffers=16MB']
/** Makes committed data survive a power cut. */
const durable = ['-c', 'fsync=on']

/** Settings of a database in memory, which is gone with its process: its log need not repair anything. */
const fleeting = [
  ...['-c', 'full_page_writes=off', '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
  ...['-c', 'synchronous_commit=off'],
]

/**
 * Opens PostgreSQL compiled to WASM inside this process.
 * @param folder keeps the data, and may be empty; absent: in memory, for tests
 * @param template initial database files in memory, packed
 */
export function openEmbeddedDatabase(folder?: string, template?: Blob): PGlite {
  // Parses int8 ids as numbers instead of bigints; they stay below 2^53.
  const parsers = { [types.INT8]: Number }
  compileQuickly()
  if (!folder) {
    const startParams = [...PreparingPglite.defaultStartParams, ...cache, ...fleeting]
    return new PreparingPglite({
      parsers,
      startParams,
      loadDataDir: template ?? unpackEmptyCluster(),
    })
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const startParams = [...PreparingPglite.defaultStartParams, ...cache, ...durable]
  const begin = hasEmbeddedDatabase(folder) ? {} : { loadDataDir: unpackEmptyCluster() }
  return new PreparingPglite({ fs: new PrivateNodeFs(folder), parsers, startParams, ...begin })
}

/**
 * Restricts V8 to its baseline WASM compiler. The optimizing compiler takes 80 MB more for
 * PostgreSQL and does not speed up short statements.
 */
function compileQuickly(): void {
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag)
  }
}

/** Built by `npm run empty-cluster`. */
const emptyCluster = resolve(__dirname, '../../../../db/empty-cluster.tar.br')

/**
 * The files of a PostgreSQL cluster without tables. PGlite needs 5 seconds and 800 MB to make them,
 * so they are built once and shipped.
 */
function unpackEmptyCluster(): Blob {
  return new Blob([brotliDecompressSync(readFileSync(emptyCluster))])
}
