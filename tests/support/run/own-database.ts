import { findPostgres } from '../binaries'
import { OwnPostgres } from '../own-postgres'
import { findTestDatabase } from '../services'

/** With 1, a run whose TEST_DATABASE_URL is not set starts a PostgreSQL of its own; whole runs do. */
const wanted = process.env['TEST_OWN_POSTGRES'] === '1'

/**
 * Tests of crashes start servers of their own, so nothing here need survive one. Each removal of a database is a
 * checkpoint, which would write what all databases hold to the disk and wait for it.
 */
const settings = {
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '1GB',
  shared_buffers: '256MB',
}

let own: OwnPostgres | undefined

/**
 * Starts the PostgreSQL of a whole run, which takes the place of the one at the usual port. Without PostgreSQL's
 * programs the run keeps that one.
 */
export async function startOwnDatabase(): Promise<void> {
  if (!wanted || own || !findTestDatabase() || !findPostgres()) return
  try {
    own = await OwnPostgres.start({ hasSocket: true, locale: 'C.UTF-8', settings })
  } catch (error) {
    process.stderr.write(`The run uses the PostgreSQL that is there: ${String(error)}\n`)
    return
  }
  // The processes of the run inherit it.
  process.env['TEST_DATABASE_URL'] = own.socketUrl
}

/** Ends it; the other projects of the run have ended as well. */
export async function endOwnDatabase(): Promise<void> {
  await own?.remove()
  own = undefined
}
