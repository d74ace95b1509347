import { sql } from 'kysely'
import type { TestServer } from './test-server'

/** A digest of every table: whoever changes anything changes one. */
export type Snapshot = Readonly<Record<string, string>>

/**
 * Prepares to take snapshots of the database. Left out are the outbox and the log of changes that
 * workers read, since their rows come and go by themselves.
 */
export async function prepareSnapshots(server: TestServer): Promise<() => Promise<Snapshot>> {
  const db = server.ctx.db.query
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema()
      and tablename not in ('outbox', 'account_changes') order by 1`.execute(db)
  const digests = tables.map(
    ({ name }) => sql`
      select ${name}::text as name,
        md5(coalesce(string_agg(line, E'\n' order by line collate "C"), '')) as digest
      from (select t::text as line from ${sql.table(name)} as t) as lines`,
  )
  const query = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`
  return async () => {
    const { rows } = await query.execute(db)
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  }
}
