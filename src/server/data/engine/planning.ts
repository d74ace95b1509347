import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/*
 * Everything about query planning. The program's statements are few and run again and again, so
 * PostgreSQL prepares them (preparing-client.ts). It plans a prepared statement for its values five
 * times, then makes a generic plan, and keeps that only if its estimated cost is not above that of
 * planning for the values each time. Planning takes longer than executing most of our statements.
 * So, if one plan is good for all values, the statement hides the values that would make the
 * estimates differ.
 *
 * Besides, `offset 0` at the end of a subquery, and `materialized` behind a name, make PostgreSQL
 * compute its rows separately, once, before they are used.
 *
 * Measured in docs/queries.md; `pg_prepared_statements` counts both kinds of plans.
 */

/** Text that keeps a statement from being prepared; use {@link notPrepared} in statements. */
export const notPreparedMark = '/* not prepared */'

/**
 * Marks statements to plan for their values each time, since the best plan for some values is far
 * too slow for others. PreparingClient does not prepare them.
 */
export const notPrepared: RawBuilder<unknown> = sql.raw(notPreparedMark)

/** An id hidden from the planner, which then plans for any id. */
export function unseen(id: number): RawBuilder<number> {
  return sql`(select ${id}::bigint)`
}

/** A text hidden from the planner, which then uses no index that has rows with this text alone. */
export function unseenText(text: string): RawBuilder<string> {
  return sql`(select ${text}::text)`
}

/**
 * A list of ids whose length is hidden from the planner. Otherwise it prefers a new plan for that
 * length to the generic plan.
 * @param ids or the placeholder for them (fixed-statement.ts)
 */
export function unseenArray(ids: readonly number[] | RawBuilder<unknown>): RawBuilder<number[]> {
  return sql`(select ${Array.isArray(ids) ? [...(ids as number[])] : ids}::bigint[])`
}

/**
 * A list for an array whose length the planner sees, padded to 10 with an item that matches no row:
 * the generic plan assumes 10 items, and a plan for a shorter list would seem cheaper.
 * @param nothing the padding item
 */
export function padded<Item>(items: readonly Item[], nothing: Item): Item[] {
  const missing = Math.max(10 - items.length, 0)
  return [...items, ...Array.from({ length: missing }, () => nothing)]
}

/**
 * Names or ids as rows of one column. Usually there is one: then a single row of `values` is used,
 * since the planner expects more rows from an array.
 */
export function listed(
  items: readonly (string | number)[],
  type: 'text' | 'bigint',
): RawBuilder<unknown> {
  const [item, ...others] = items
  const asType = sql.raw(type)
  return others.length === 0
    ? sql`(values (${item}::${asType}))`
    : sql`unnest(${[...items]}::${asType}[])`
}

/**
 * The limit rounded up to a power of ten and written into the text: for a limit given as a value,
 * the planner assumes the worst case. An outer limit cuts off the surplus.
 */
export function roughLimit(count: number): RawBuilder<unknown> {
  return sql.lit(10 ** Math.ceil(Math.log10(count)))
}
