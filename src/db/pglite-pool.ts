import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

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
        const result = await pglite.query(sql, [...(parameters ?? [])])
        const rowCount = result.affectedRows ?? result.rows.length
        return { command: commandOf(sql), rowCount, rows: result.rows }
      },
      release,
    } as PostgresPoolClient
  }

  return { connect, end: () => pglite.close() }
}

type Command = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'MERGE'

/** Kysely reads affected-row counts only for these commands. */
function commandOf(sql: string): Command {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase()
  return (word === 'WITH' || word === undefined ? 'SELECT' : word) as Command
}
