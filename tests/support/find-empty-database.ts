import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeEmptyDatabase } from './make-empty-database'
import { digestOfMigrations } from './migrations-digest'

const emptyCluster = join(__dirname, '../../db/empty-cluster.tar.br')
const maker = join(__dirname, 'make-empty-database.ts')
const pglite = require.resolve('@electric-sql/pglite')

/**
 * Finds or makes a file with an embedded database that has every table and no rows; answers its path. Making
 * it takes seconds, so it is made once for each state of the migrations.
 */
export async function findEmptyDatabase(folder: string): Promise<string> {
  const digest = await digestOfMigrations(maker, emptyCluster, pglite)
  const path = join(folder, `parley-empty-database-${digest}.tar`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  // Renamed when complete, so that a parallel run never finds a partial file.
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, await makeEmptyDatabase())
  await rename(unfinished, path)
  return path
}
