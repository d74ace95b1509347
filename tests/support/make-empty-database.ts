import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { openEmbeddedDatabase, createPglitePool } from '../../src/db/engine/embedded'
import { migrate } from '../../src/db/engine/migrate'
import type { Schema } from '../../src/db/schema'
import { emptyDatabaseVariable } from './empty-database'
import { findTestDatabase } from './services'

/** Once for a run, where its tests are to use the embedded database. */
async function makeEmptyDatabase(): Promise<void> {
  if (findTestDatabase()) return
  const database = openEmbeddedDatabase()
  const dialect = new PostgresDialect({ pool: createPglitePool(database) })
  await migrate({ query: new Kysely<Schema>({ dialect }) })
  // Nobody makes further databases: without their templates it is half the size.
  await database.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1'])
    await database.exec(`drop database ${template}`)
  const packed = await database.dumpDataDir('none')
  await database.close()
  const path = join(await mkdtemp(join(tmpdir(), 'parley-tests-')), 'empty-database.tar')
  await writeFile(path, Buffer.from(await packed.arrayBuffer()))
  process.env[emptyDatabaseVariable] = path
}

export = makeEmptyDatabase
