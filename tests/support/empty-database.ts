import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { present } from './checked'

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

/**
 * Writes that database into a new DATA_DIR, private to this account: the first start of a server there has no tables to
 * make, which costs two thirds of a first start.
 */
export function unpackEmptyDatabase(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unpack = 'umask 077 && exec tar -xf "$0" -C "$1" --no-same-owner --no-same-permissions'
  execFileSync('sh', ['-c', unpack, present(emptyDatabaseFile()), folder], { stdio: 'pipe' })
}

/** Environment variable with the name of the empty PostgreSQL database, set by the run's setup. */
export const emptyPostgresVariable = 'PARLEY_TEST_EMPTY_POSTGRES'

/** The name of an empty PostgreSQL database to copy. */
export function emptyPostgres(): string | undefined {
  return process.env[emptyPostgresVariable]
}
