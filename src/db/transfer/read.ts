import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { columnList } from './tables'
import type { TableShape } from './tables'

/** Rows that are in memory at once. */
const rowsPerPage = 500

/** Runs work on a database as it is at one moment, whatever others write meanwhile. */
export async function inSnapshot<T>(
  db: Queryable,
  work: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // However much there is, and however slow whoever takes it.
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return work(tx)
    })
}

/** All rows of a table as JSON texts of one line each, some hundred at a time. */
export async function* readRows(snapshot: Queryable, table: TableShape): AsyncGenerator<string[]> {
  // jsonb has no line breaks, whatever is in the row; times and long numbers keep all their digits.
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
