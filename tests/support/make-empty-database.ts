import { Kysely, PostgresDialect } from 'kysely'
import { openEmbeddedDatabase, createPglitePool } from '../../src/db/engine/embedded'
import { migrate } from '../../src/db/engine/migrate'
import type { Schema } from '../../src/db/schema'

/** The files of an embedded database with every table and no rows, packed. */
export async function makeEmptyDatabase(): Promise<Buffer> {
  const database = openEmbeddedDatabase()
  const dialect = new PostgresDialect({ pool: createPglitePool(database) })
  await migrate({ query: new Kysely<Schema>({ dialect }) })
  // Nobody makes further databases: without their templates it is half the size.
  await database.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1'])
    await database.exec(`drop database ${template}`)
  const packed = await database.dumpDataDir('none')
  await database.close()
  return Buffer.from(await packed.arrayBuffer())
}
