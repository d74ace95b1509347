import { sql } from 'kysely'
import pg from 'pg'
import { PreparingPglite } from '../../src/server/data/engine/preparing-pglite'
import type { Queryable } from '../../src/server/data/engine/database'
import { notPrepared } from '../../src/server/data/engine/planning'
import { firstOf, present } from './checked'
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
  // A task that only one worker does at a time renews its lease.
  'leases',
  // The sync of a directory ends after its call, and a directory that does not answer is a refusal for owners to read.
  ...['directory_syncs', 'refused_logins'],
  // A device remembers how the last push to it ended.
  'push_devices',
  // The next report to the bouncer.
  'push_bouncer',
]

/** A digest of a table, and the number of writing statements when it was made. */
interface KnownTable {
  writes: number
  digest: string
  /** Whether no transaction was open then: one that has written is counted already, and in no digest yet. */
  isSettled: boolean
}

/** The digests of all tables of a database, by name. */
const knownTables = new WeakMap<Queryable, Map<string, KnownTable>>()

/**
 * Prepares to take snapshots of the database, without the tables of background jobs. A snapshot reads only the tables
 * that were written to since the last one.
 */
export async function prepareSnapshots({ db }: TestServer): Promise<() => Promise<Snapshot>> {
  const known = knownTables.get(db) ?? new Map<string, KnownTable>()
  if (!knownTables.has(db)) await countWritesToAllTables(db)
  knownTables.set(db, known)
  let last: { statements: number; snapshot: Snapshot } | undefined
  return async () => {
    // Only this process uses these tables: without further statements, nothing has changed.
    if (last?.statements === statements) return last.snapshot
    const before = statements
    const { writes, isSettled } = await countWrites(db)
    const changed = [...writes.keys()].filter((table) => {
      const seen = known.get(table)
      return !seen?.isSettled || seen.writes !== writes.get(table)
    })
    if (changed.length > 0) {
      for (const { name, digest } of await digestsOf(db, changed)) {
        known.set(name, { digest, writes: present(writes.get(name)), isSettled })
      }
    }
    const snapshot = Object.fromEntries([...known].map(([name, { digest }]) => [name, digest]))
    // Counts the snapshot's own statements only: concurrent ones may not be in it.
    last = { statements: before + (changed.length > 0 ? 2 : 1), snapshot }
    return snapshot
  }
}

async function digestsOf(
  db: Queryable,
  tables: readonly string[],
): Promise<{ name: string; digest: string }[]> {
  const digests = tables.map(
    (name) => sql`
      select ${sql.lit(name)} as name,
        md5(coalesce(string_agg(line, E'\n' order by line collate "C"), '')) as digest
      from (select t::text as line from ${sql.table(name)} as t) as lines`,
  )
  const query = sql<{ name: string; digest: string }>`
    ${notPrepared} ${sql.join(digests, sql` union all `)}`
  return (await query.execute(db)).rows
}

/** Beginning of the names of the sequences that count the writing statements of a table. */
const counter = 'writes to '

/** The trigger that counts, and its function. */
const trigger = 'count_writes_for_test'

/**
 * Counts the statements that write to a table, for each table, even if they match no row. Sequences count at once, whatever
 * becomes of the transaction. Transaction ids cannot serve, because they count for the whole PostgreSQL server, which
 * others use too.
 */
async function countWritesToAllTables(db: Queryable): Promise<void> {
  const names = tablesOfJobs.map((name) => `'${name}'`).join()
  const code = `
    declare of_table text;
    begin
      if to_regproc('${trigger}') is not null then return; end if;
      create function ${trigger}() returns trigger language plpgsql as
        'begin perform nextval(tg_argv[0]::regclass); return null; end';
      for of_table in
        select tablename from pg_tables
        where schemaname = current_schema() and tablename not in (${names})
      loop
        execute format('create sequence %I', '${counter}' || of_table);
        execute format(
          'create trigger ${trigger} after insert or update or delete or truncate
          on %I execute function ${trigger}(%L)',
          of_table, format('%I', '${counter}' || of_table)
        );
      end loop;
    end`
  await sql`do ${sql.lit(code)}`.execute(db)
}

/** The number of writing statements by table, and whether no transaction that has written is open. */
async function countWrites(
  db: Queryable,
): Promise<{ writes: Map<string, number>; isSettled: boolean }> {
  // The aggregate makes PostgreSQL look for open transactions after it has read all counters.
  const { rows } = await sql<{ writes: Record<string, number>; open: number }>`
    select json_object_agg(
        substr(relname, ${sql.lit(counter.length + 1)}), coalesce(pg_sequence_last_value(oid), 0)
      ) as writes,
      (select count(backend_xid)::int from pg_stat_activity where datname = current_database()) as open
    from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
      and starts_with(relname, ${sql.lit(counter)})`.execute(db)
  const { writes, open } = firstOf(rows)
  return { writes: new Map(Object.entries(writes)), isSettled: open === 0 }
}
