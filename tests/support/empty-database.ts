import { readFile } from 'node:fs/promises'

/** Names the file that the run's setup has found or made: an empty embedded database. */
export const emptyDatabaseVariable = 'PARLEY_TEST_EMPTY_DATABASE'

/**
 * An embedded database with every table and no rows, packed: each file of tests begins with one,
 * and making it takes ten times as long as unpacking it. Undefined where the run needs none.
 */
export async function emptyDatabase(): Promise<Blob | undefined> {
  const path = emptyDatabaseFile()
  return path ? new Blob([await readFile(path)]) : undefined
}

/** The file that it is packed in. */
export function emptyDatabaseFile(): string | undefined {
  return process.env[emptyDatabaseVariable]
}

/** Names the database of PostgreSQL that the run's setup has found or made. */
export const emptyPostgresVariable = 'PARLEY_TEST_EMPTY_POSTGRES'

/** The same in PostgreSQL: the name of a database to copy. */
export function emptyPostgres(): string | undefined {
  return process.env[emptyPostgresVariable]
}
