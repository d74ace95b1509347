import { sql } from 'kysely'
import { datedAt } from '../engine/database'
import type { Database } from '../engine/database'

/**
 * Runs reads on one snapshot of PostgreSQL, so that they fit together while others write. It holds one connection and no
 * lock. The embedded database has a single connection, which a long transaction would take from everybody, so there
 * each statement reads for itself.
 */
export async function inSnapshot<T>(
  db: Database,
  isEmbedded: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (isEmbedded) return work(db)
  return db.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      return work({ ...db, query: trx, dated: () => datedAt(trx, db.dated().now) })
    })
}
