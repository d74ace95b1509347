import { sql } from 'kysely'
import type { Queryable } from '../../src/db/engine/database'
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
  let last: { writes: string; snapshot: Snapshot } | undefined
  return async () => {
    const writes = await countWrites(db)
    if (last?.writes !== writes) {
      const { rows } = await query.execute(db)
      const snapshot = Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
      last = { writes, snapshot }
    }
    return last.snapshot
  }
}

/**
 * Stands still while nobody writes: transactions are numbered when they write first. Where all of a
 * PostgreSQL server is counted, others move it too, and a snapshot is taken in vain.
 */
async function countWrites(db: Queryable): Promise<string> {
  const { rows } = await sql<{ writes: string }>`
    select pg_current_snapshot()::text as writes`.execute(db)
  return rows[0]!.writes
}
