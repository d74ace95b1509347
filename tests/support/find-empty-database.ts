import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeEmptyDatabase } from './make-empty-database'

const migrations = join(__dirname, '../../db/migrations')
const emptyCluster = join(__dirname, '../../db/empty-cluster.tar.br')
const maker = join(__dirname, 'make-empty-database.ts')

/**
 * A file with an embedded database that has every table and no rows; answers where it is. Making it
 * takes seconds, so it is made once for each state of the migrations.
 */
export async function findEmptyDatabase(folder: string): Promise<string> {
  const path = join(folder, `parley-empty-database-${await stateOfMigrations()}.tar`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  // A run beside this one finds all of the file or nothing.
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, await makeEmptyDatabase())
  await rename(unfinished, path)
  return path
}

/** A digest of whatever decides what is in the database. */
async function stateOfMigrations(): Promise<string> {
  const names = (await readdir(migrations)).sort()
  const files = names.map((name) => join(migrations, name))
  const hash = createHash('sha1')
  for (const file of [maker, emptyCluster, require.resolve('@electric-sql/pglite'), ...files]) {
    hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}
