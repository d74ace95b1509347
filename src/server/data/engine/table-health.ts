import { sql } from 'kysely'
import type { Queryable } from './database'

/** State of a database that grows worse unnoticed. */
export interface DatabaseHealth {
  /** Tables that were never analyzed, so that the planner guesses. */
  unanalyzed: string[]
  /** Tables with many rows that VACUUM is to remove. */
  bloated: string[]
  /** Transactions that are open for long. Process id and minutes of each. */
  longTransactions: { pid: number; minutes: number }[]
  /** Connections of all clients. */
  connections: number
}

/** Smaller tables are read as a whole, with any plan. */
const leastBytes = 1024 * 1024
const leastDeadRows = 50_000
const longMinutes = 10

export async function readDatabaseHealth(db: Queryable): Promise<DatabaseHealth> {
  const { rows: unanalyzed } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples < 0
      and pg_relation_size(oid) >= ${leastBytes}
    order by relname`.execute(db)
  const { rows: bloated } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup >= ${leastDeadRows} and n_dead_tup > n_live_tup / 2
    order by relname`.execute(db)
  const { rows: longTransactions } = await sql<{ pid: number; minutes: number }>`
    select pid, (extract(epoch from now() - xact_start) / 60)::int as minutes from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start < now() - make_interval(mins => ${longMinutes})
    order by xact_start`.execute(db)
  const { rows: clients } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`.execute(
    db,
  )
  return {
    unanalyzed: unanalyzed.map(({ name }) => name),
    bloated: bloated.map(({ name }) => name),
    longTransactions,
    connections: clients[0]?.count ?? 0,
  }
}
