import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/*
 * All tricks of planning. The statements of this program are few and made again and again, so
 * PostgreSQL prepares them (preparing-client.ts). Five times it plans a prepared statement for its
 * values. Then it makes a plan for any values, and keeps that only if it promises to cost no more
 * than planning for the values at hand each time. Planning takes longer than executing most of our
 * statements; so where one plan is as good for all values, statements are written for PostgreSQL to
 * see that: what it does not see, it takes for the same in both plans.
 *
 * Besides, `offset 0` at the end of an inner query, and `materialized` behind a name, have
 * PostgreSQL find its rows by themselves, once, before they are used.
 *
 * Measured in docs/queries.md; `pg_prepared_statements` counts both kinds of plans.
 */

/** Text that keeps a statement from being prepared; statements say {@link notPrepared}. */
export const notPreparedMark = '/* not prepared */'

/**
 * A mark for statements that are to be planned for their values each time, since what is best for
 * some would be far too slow for others. PreparingClient leaves them alone.
 */
export const notPrepared: RawBuilder<unknown> = sql.raw(notPreparedMark)

/** An id that the planner does not see: it plans for any, and not for this one each time. */
export function unseen(id: number): RawBuilder<number> {
  return sql`(select ${id}::bigint)`
}

/**
 * A list of ids as an array whose length the planner does not see. Where it does, it takes a plan
 * made for that length to be better than the one it keeps.
 *
 * @param ids or what stands for them (fixed-statement.ts)
 */
export function unseenArray(ids: readonly number[] | RawBuilder<unknown>): RawBuilder<number[]> {
  return sql`(select ${Array.isArray(ids) ? [...(ids as number[])] : ids}::bigint[])`
}

/**
 * A list for an array whose length the planner sees, filled up with what is `nothing` to the
 * statement: it expects 10 of any list, and a plan for a shorter one would promise to cost less.
 */
export function padded<Item>(items: readonly Item[], nothing: Item): Item[] {
  const missing = Math.max(10 - items.length, 0)
  return [...items, ...Array.from({ length: missing }, () => nothing)]
}

/**
 * Names or ids as rows of one column. Mostly there is one: that is no array, of which the planner
 * would expect more.
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
 * A limit of one of a few sizes, not below `count`, written into the text: of one that is a value
 * the planner expects the worst. What is left over is cut off by a limit around it.
 */
export function roughLimit(count: number): RawBuilder<unknown> {
  return sql.lit(10 ** Math.ceil(Math.log10(count)))
}
