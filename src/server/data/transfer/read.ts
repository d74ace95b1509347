import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { columnList } from './tables'
import type { TableShape } from './tables'

/** Max rows in memory at once. */
const rowsPerPage = 500

/** Runs work on a snapshot of the database, independent of concurrent writes. */
export async function inSnapshot<T>(
  db: Queryable,
  work: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // A large table, or a slow consumer of the rows, must not run into a timeout.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return work(tx)
    })
}

/**
 * All rows of a table as single-line JSON texts, in pages of {@link rowsPerPage}. Back-pressure:
 * fetches a page when the previous one was consumed.
 */
export async function* readRows(snapshot: Queryable, table: TableShape): AsyncGenerator<string[]> {
  // jsonb text has no line breaks; times and long numbers keep all their digits.
  await sql`
    declare copied no scroll cursor for
    select to_jsonb(each)::text as row
    from (select ${columnList(table)} from ${sql.id(table.name)}) as each`.execute(snapshot)
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.raw(String(rowsPerPage))} from copied`.execute(snapshot)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsPerPage) break
  }
  await sql`close copied`.execute(snapshot)
}
