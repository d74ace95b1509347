import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export type ColumnType =
  'bigint' | 'boolean' | 'integer' | 'jsonb' | 'smallint' | 'text' | 'timestamptz'

/** Types of the columns of rows, by column name. */
export type ColumnTypes<Row> = { readonly [Column in keyof Row & string]?: ColumnType }

/**
 * Rows for the `from` of a statement, under a name: one array per column, since one parameter per
 * value would be too many for a few thousand rows. The order of the rows is the column `position`,
 * from 1.
 */
export function rowsAs<Row extends object>(
  name: string,
  rows: readonly Row[],
  columns: ColumnTypes<Row>,
): RawBuilder<unknown> {
  const named = Object.entries(columns) as [keyof Row & string, ColumnType][]
  const arrays = named.map(([column, type]) => {
    const values = rows.map((row) => written(row[column]))
    return sql`${values}::${sql.raw(type)}[]`
  })
  const names = [...named.map(([column]) => column), 'position'].map((column) => sql.id(column))
  return sql`unnest(${sql.join(arrays)}) with ordinality as ${sql.id(name)} (${sql.join(names)})`
}

/**
 * End of a query for rows that a foreign key is about to reference: keeps them from being deleted,
 * and waits for running deletions, whose rows it leaves out. Without it, inserting the reference
 * may fail. Every row that may be deleted meanwhile must be read with this, or under a lock that
 * its deletion also takes.
 */
export const keptUntilReferred: RawBuilder<unknown> = sql`for key share`

/** A value as a parameter; times become text, which both databases parse alike. */
function written(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}
