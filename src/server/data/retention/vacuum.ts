import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/** A table of which PostgreSQL's own autovacuum would take care now. */
export interface NeglectedTable {
  name: string
  /** Whether deleted rows take so much space that it should be freed for new ones. */
  needsVacuum: boolean
}

/**
 * Tables with many deleted rows, or with many changes since the planner's statistics were made. The
 * limits are the defaults of PostgreSQL's autovacuum, which the embedded database does not run.
 */
export async function listNeglectedTables(db: Queryable): Promise<NeglectedTable[]> {
  const { rows } = await sql<NeglectedTable>`
    select relname as name, n_dead_tup > 50 + 0.2 * n_live_tup as "needsVacuum"
    from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by relname`.execute(db)
  return rows
}

/** Renews the planner's statistics of a table, and frees the space of its deleted rows if need be. */
export async function tidyTable(
  db: Queryable,
  { name, needsVacuum }: NeglectedTable,
): Promise<void> {
  const options = sql.raw(needsVacuum ? 'vacuum (analyze)' : 'analyze')
  await sql`${options} ${sql.id(name)}`.execute(db)
}
