import { readFile } from 'node:fs/promises'

/** Environment variable with the path of the empty embedded database, set by the run's setup. */
export const emptyDatabaseVariable = 'PARLEY_TEST_EMPTY_DATABASE'

/**
 * An embedded database with every table and no rows, packed: each file of tests begins with one, and creating
 * it takes ten times as long as unpacking it. Undefined if the run needs none.
 */
export async function emptyDatabase(): Promise<Blob | undefined> {
  const path = emptyDatabaseFile()
  return path ? new Packed((await readFile(path)).buffer) : undefined
}

/** A blob that hands out its bytes: the parts that Blob itself copies cost a tenth of the start of a database. */
class Packed extends Blob {
  constructor(private readonly content: ArrayBuffer) {
    super([])
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.content)
  }
}

/** Path of the packed database. */
export function emptyDatabaseFile(): string | undefined {
  return process.env[emptyDatabaseVariable]
}

/** Environment variable with the name of the empty PostgreSQL database, set by the run's setup. */
export const emptyPostgresVariable = 'PARLEY_TEST_EMPTY_POSTGRES'

/** The name of an empty PostgreSQL database to copy. */
export function emptyPostgres(): string | undefined {
  return process.env[emptyPostgresVariable]
}
