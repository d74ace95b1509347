import { Kysely, PostgresDialect } from 'kysely'
import { openEmbeddedDatabase, createPglitePool } from '../../src/db/engine/embedded'
import { migrate } from '../../src/db/engine/migrate'
import type { Schema } from '../../src/db/schema'

/** The files of an embedded database with every table and no rows, packed. */
export async function makeEmptyDatabase(): Promise<Buffer> {
  const database = openEmbeddedDatabase()
  const dialect = new PostgresDialect({ pool: createPglitePool(database) })
  await migrate({ query: new Kysely<Schema>({ dialect }) })
  const packed = await database.dumpDataDir('none')
  await database.close()
  return Buffer.from(await packed.arrayBuffer())
}
