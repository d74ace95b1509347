import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { emptyDatabaseVariable } from './empty-database'
import { findTestDatabase } from './services'

/** Once for a run, where its tests are to use the embedded database. */
async function makeEmptyDatabase(): Promise<void> {
  if (findTestDatabase()) return
  const database = await PGlite.create()
  const packed = await database.dumpDataDir('none')
  await database.close()
  const path = join(await mkdtemp(join(tmpdir(), 'parley-tests-')), 'empty-database.tar')
  await writeFile(path, Buffer.from(await packed.arrayBuffer()))
  process.env[emptyDatabaseVariable] = path
}

export = makeEmptyDatabase
