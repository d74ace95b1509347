import { sql } from 'kysely'
import pg from 'pg'
import { PreparingPglite } from '../../src/server/data/engine/preparing-pglite'
import type { Queryable } from '../../src/server/data/engine/database'
import type { TestServer } from './test-server'

/** Number of statements that this process has sent to a database, by any of these clients. */
let statements = 0
countCalls(pg.Client.prototype, 'query')
countCalls(PreparingPglite.prototype, 'query')
countCalls(PreparingPglite.prototype, 'exec')

function countCalls<Name extends string>(database: { [Key in Name]: unknown }, name: Name): void {
  const send = database[name] as (...args: unknown[]) => unknown
  database[name] = function count(this: unknown, ...args: unknown[]) {
    statements += 1
    return send.apply(this, args)
  }
}

/** A digest per table; any change of a table changes its digest. */
export type Snapshot = Readonly<Record<string, string>>

/** Tables whose rows come, change and go by themselves: the work of background jobs, and rows that wait for them. */
const tablesOfJobs = [
  ...['outbox', 'commits', 'account_changes', 'database_epochs', 'unindexed_words'],
  ...['notification_progress', 'missed_messages', 'push_messages', 'push_jobs'],
  'digest_progress',
  ...['import_jobs', 'import_parts', 'message_deletion_jobs'],
  // A device remembers how the last push to it ended.
  'push_devices',
  // The next report to the bouncer.
  'push_bouncer',
]

/** Prepares to take snapshots of the database, without the tables of background jobs. */
export async function prepareSnapshots(server: TestServer): Promise<() => Promise<Snapshot>> {
  const db = server.db
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema()
      and tablename <> all(${tablesOfJobs}::text[])
    order by 1`.execute(db)
  await countWritesTo(
    db,
    tables.map(({ name }) => name),
  )
  const digests = tables.map(
    ({ name }) => sql`
      select ${name}::text as name,
        md5(coalesce(string_agg(line, E'\n' order by line collate "C"), '')) as digest
      from (select t::text as line from ${sql.table(name)} as t) as lines`,
  )
  const query = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`
  let last: { statements: number; writes: string; snapshot: Snapshot } | undefined
  return async () => {
    // Only this process uses these tables: without further statements, nothing has changed.
    if (last?.statements === statements) return last.snapshot
    const before = statements
    const writes = await countWrites(db)
    const isOld = last?.writes === writes
    const snapshot = isOld ? last!.snapshot : await take()
    // Counts the snapshot's own statements only: concurrent ones may not be in it.
    last = { statements: before + (isOld ? 1 : 2), writes, snapshot }
    return snapshot
  }

  async function take(): Promise<Snapshot> {
    const { rows } = await query.execute(db)
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  }
}

/** The sequence that counts writing statements, and the triggers that increment it. */
const counter = 'writes_seen_by_test'

/**
 * Counts every statement that writes to one of these tables, even if it matches no row. Transaction ids
 * cannot serve, because they count for the whole PostgreSQL server, which others use too.
 */
async function countWritesTo(db: Queryable, tables: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select to_regclass(${counter}) as there where to_regclass(${counter}) is not null`.execute(db)
  if (rows.length > 0) return
  await sql`create sequence ${sql.id(counter)}`.execute(db)
  await sql`
    create function ${sql.id(counter)}() returns trigger language plpgsql as
    ${sql.lit(`begin perform nextval('${counter}'); return null; end`)}`.execute(db)
  for (const table of tables) {
    await sql`
      create trigger ${sql.id(counter)} after insert or update or delete or truncate
      on ${sql.table(table)} execute function ${sql.id(counter)}()`.execute(db)
  }
}

/**
 * Unchanged while there are no writes. Open transactions that have written are listed, and change it again.
 */
async function countWrites(db: Queryable): Promise<string> {
  const { rows } = await sql<{ writes: string }>`
    select last_value || ': ' || coalesce((
      select string_agg(backend_xid::text, ',') from pg_stat_activity
      where datname = current_database()), '') as writes
    from ${sql.table(counter)}`.execute(db)
  return rows[0]!.writes
}
