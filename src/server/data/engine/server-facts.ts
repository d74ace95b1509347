import { sql } from 'kysely'
import type { Queryable } from './database'

/** Facts of a PostgreSQL server that operators can change. */
export interface DatabaseFacts {
  version: string
  /** As 150004. */
  versionNumber: number
  encoding: string
  /** Whether commits survive a crash of the machine. */
  isDurable: boolean
  maxConnections: number
  /** Its clock minus the clock of this process. */
  clockDifferenceMs: number
}

export async function readDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, 'clockDifferenceMs'>>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_encoding') as encoding,
      current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean as "isDurable",
      current_setting('max_connections')::int as "maxConnections"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL has told nothing about itself.')
  return { ...facts, clockDifferenceMs: await readClockDifference(db) }
}

async function readClockDifference(db: Queryable): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  // The answer was made halfway between the question and its arrival.
  return (rows[0]?.ms ?? 0) - (before + Date.now()) / 2
}
