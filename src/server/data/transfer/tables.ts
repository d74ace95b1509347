import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'

/*
 * The tables of a database as its catalog lists them, for copying all of them: a table added by a
 * migration is copied without being named here.
 */

export interface TableShape {
  name: string
  /** Columns in their order, without generated ones. */
  columns: string[]
}

/** Every table except the list of migrations, which the copy creates itself. */
export async function listTables(db: Queryable): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db)
  return rows
}

/** The state of a sequence. */
export interface SequenceState {
  name: string
  /** As text, since it may exceed the range of JavaScript numbers. */
  last_value: string
  is_called: boolean
}

export async function listSequences(db: Queryable): Promise<SequenceState[]> {
  const { rows: named } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`.execute(
    db,
  )
  const states: SequenceState[] = []
  for (const { name } of named) {
    const { rows } = await sql<Omit<SequenceState, 'name'>>`
      select last_value::text, is_called from ${sql.id(name)}`.execute(db)
    states.push(...rows.map((row) => ({ name, ...row })))
  }
  return states
}

export async function setSequence(db: Queryable, state: SequenceState): Promise<void> {
  await sql`
    select setval(${state.name}::text::regclass, ${state.last_value}::bigint, ${state.is_called})`.execute(
    db,
  )
}

/** The columns of a table, quoted, for a statement. */
export function columnList({ columns }: Pick<TableShape, 'columns'>): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)))
}
