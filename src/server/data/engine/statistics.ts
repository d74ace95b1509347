import { sql } from 'kysely'
import type { Queryable } from './database'

/**
 * Refreshes the statistics of tables that many others refer to, after they have grown by many rows at once. A connection
 * checks references by the plan that it made first, until there are new statistics; a plan from the time of a few rows
 * reads all rows for each check.
 */
export async function refreshReferredTables(db: Queryable): Promise<void> {
  await sql`analyze users, streams`.execute(db)
}
