import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { AppContext } from '../../context'
import type { Queryable } from '../../db/engine/database'
import { listAppliedMigrations } from '../../db/engine/migrate'
import { inSnapshot, readRows } from '../../db/transfer/read'
import { listSequences, listTables } from '../../db/transfer/tables'
import { packageVersion } from '../../runtime/version'
import { writeEnd, writeHead, writeTable } from './dump-format'

/** What is in a dump. */
export interface DumpFacts {
  tables: number
  rows: number
  bytes: number
}

/**
 * Writes all tables of a database into a file, as they are at one moment, whoever else writes meanwhile.
 * Nothing is held in memory but a page of rows.
 *
 * @param file that does not exist yet; nothing is left there when it fails
 */
export async function exportDatabase(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  file: string,
): Promise<DumpFacts> {
  const facts = { tables: 0, rows: 0 }
  try {
    await inSnapshot(db.query, (snapshot) =>
      pipeline(
        Readable.from(dumpOf(snapshot, clock.now(), facts)),
        // Packs as much as the thorough way in a third of the time.
        createGzip({ level: 3 }),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      ),
    )
    return { ...facts, bytes: (await stat(file)).size }
  } catch (error) {
    // A file that was there before stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
    throw error
  }
}

async function* dumpOf(
  snapshot: Queryable,
  now: Date,
  facts: { tables: number; rows: number },
): AsyncGenerator<string> {
  yield writeHead({
    parley: packageVersion,
    written_at: now.toISOString(),
    migrations: await listAppliedMigrations(snapshot),
  })
  for (const table of await listTables(snapshot)) {
    yield writeTable(table)
    facts.tables += 1
    for await (const rows of readRows(snapshot, table)) {
      yield `${rows.join('\n')}\n`
      facts.rows += rows.length
    }
  }
  // Last: what they count is not part of the moment, and may only be ahead of it.
  yield writeEnd({ ...facts, sequences: await listSequences(snapshot) })
}
