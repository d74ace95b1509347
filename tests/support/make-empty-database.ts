import { PGlite } from '@electric-sql/pglite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { openEmbeddedDatabase, createPglitePool } from '../../src/server/data/engine/embedded'
import { migrate } from '../../src/server/data/engine/migrate'
import type { Schema } from '../../src/server/data/schema'

/**
 * The files of an embedded database with every table and no rows, packed. They come from a database that was closed: the
 * copy of an open one would run the log of all migrations again at each start.
 */
export async function makeEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-empty-database-'))
  try {
    const database = openEmbeddedDatabase(folder)
    // Only the newest segment of the log is kept.
    await database.exec('set wal_recycle = off')
    const dialect = new PostgresDialect({ pool: createPglitePool(database) })
    await migrate({ query: new Kysely<Schema>({ dialect }) })
    await database.exec('checkpoint')
    await database.close()
    return await pack(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Opens the files without starting the database. */
async function pack(folder: string): Promise<Buffer> {
  const files = await PGlite.create({ dataDir: folder, noInitDb: true })
  const packed = await files.dumpDataDir('none')
  return Buffer.from(await packed.arrayBuffer())
}
