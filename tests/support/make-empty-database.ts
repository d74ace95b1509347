import { Kysely, PostgresDialect } from 'kysely'
import { openEmbeddedDatabase, createPglitePool } from '../../src/server/data/engine/embedded'
import { migrate } from '../../src/server/data/engine/migrate'
import type { Schema } from '../../src/server/data/schema'

/** The files of an embedded database with every table and no rows, packed. */
export async function makeEmptyDatabase(): Promise<Buffer> {
  const database = openEmbeddedDatabase()
  const dialect = new PostgresDialect({ pool: createPglitePool(database) })
  await migrate({ query: new Kysely<Schema>({ dialect }) })
  const packed = await database.dumpDataDir('none')
  await database.close()
  return Buffer.from(await packed.arrayBuffer())
}
