import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

export type ColumnType =
  'bigint' | 'boolean' | 'integer' | 'jsonb' | 'smallint' | 'text' | 'timestamptz'

/** Columns of rows, by their names there and in the statement, with their types. */
export type ColumnTypes<Row> = { readonly [Column in keyof Row & string]?: ColumnType }

/**
 * Rows for the `from` of a statement, under a name, whatever their number: as an array for each
 * column, since a parameter for each value would be too many for a few thousand rows. Their order
 * is the column `position`, from 1.
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
 * The end of a query for rows that others are to refer to, by a foreign key: they cannot be deleted
 * before, and those that are being deleted are waited for and left out. Otherwise whoever writes what
 * refers to them fails. Whatever is deleted while it is written about is found like this, or under a
 * lock that its deletion takes as well.
 */
export const keptUntilReferred: RawBuilder<unknown> = sql`for key share`

/** A value as statements get it: times as text, the only form that both databases read alike. */
function written(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}
