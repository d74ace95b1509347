import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { notPrepared } from '../engine/planning'

/* Filters of SCIM (RFC 7644, 3.4.2.2) as conditions of SQL. */

export const scimOperators = ['eq', 'ne', 'co', 'sw', 'ew'] as const
type ScimOperator = (typeof scimOperators)[number]

/** A parsed filter; attributes are in lower case. */
export type ScimFilter =
  | { kind: 'and' | 'or'; parts: readonly ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }
  | { kind: 'present'; attribute: string }
  | { kind: 'compare'; attribute: string; operator: ScimOperator; value: string | boolean | null }

/** An attribute that filters may name. */
type ScimColumn =
  | {
      type: 'text'
      value: RawBuilder<string | null>
      /** The function of SQL that makes letter case alike; absent: case matters. */
      fold?: 'lower' | 'fold_case'
    }
  | { type: 'flag'; value: RawBuilder<boolean> }
  /** A list of texts, of which only equality is asked. */
  | { type: 'list'; has: (value: string) => RawBuilder<boolean>; isFilled: RawBuilder<boolean> }

export type ScimColumns = Readonly<Record<string, ScimColumn>>

/**
 * The condition of a filter; null counts as false. It is planned for its values each time: directories choose its form, and the
 * statements that a connection keeps are few. The attributes were checked by {@link isFilterFor}.
 */
export function conditionOfFilter(filter: ScimFilter, columns: ScimColumns): RawBuilder<boolean> {
  return sql<boolean>`(${notPrepared} ${conditionOf(filter, columns)})`
}

function conditionOf(filter: ScimFilter, columns: ScimColumns): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => conditionOf(part, columns))
      return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql<boolean>`(${conditionOf(filter.part, columns)} is not true)`
    case 'present':
      return presence(columnOf(columns, filter.attribute))
    case 'compare':
      return comparison(columnOf(columns, filter.attribute), filter.operator, filter.value)
  }
}

function columnOf(columns: ScimColumns, attribute: string): ScimColumn {
  const column = columns[attribute]
  if (!column) throw new Error(`No filter names ${attribute}`)
  return column
}

/** Whether every comparison names an attribute of the columns, with a value of its type. */
export function isFilterFor(filter: ScimFilter, columns: ScimColumns): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.every((part) => isFilterFor(part, columns))
    case 'not':
      return isFilterFor(filter.part, columns)
    case 'present':
      return Object.hasOwn(columns, filter.attribute)
    case 'compare':
      return Object.hasOwn(columns, filter.attribute) && fits(filter, columns[filter.attribute])
  }
}

function fits(
  { operator, value }: Extract<ScimFilter, { kind: 'compare' }>,
  column: ScimColumn | undefined,
): boolean {
  const isEquality = operator === 'eq' || operator === 'ne'
  switch (column?.type) {
    case 'text':
      return typeof value === 'string' || (value === null && isEquality)
    case 'flag':
      return typeof value === 'boolean' && isEquality
    case 'list':
      return typeof value === 'string' && operator === 'eq'
    case undefined:
      return false
  }
}

function presence(column: ScimColumn): RawBuilder<boolean> {
  if (column.type === 'list') return column.isFilled
  return column.type === 'flag' ? sql<boolean>`true` : sql<boolean>`(${column.value} <> '')`
}

function comparison(
  column: ScimColumn,
  operator: ScimOperator,
  value: string | boolean | null,
): RawBuilder<boolean> {
  if (column.type === 'list') return column.has(String(value))
  if (operator === 'ne') return sql<boolean>`(${comparison(column, 'eq', value)} is not true)`
  if (column.type === 'flag') return sql<boolean>`(${column.value} = ${value === true}::boolean)`
  if (value === null) return sql<boolean>`(${column.value} is null)`
  const { fold } = column
  const folded = (text: RawBuilder<unknown>) => (fold ? sql`${sql.raw(fold)}(${text})` : text)
  const own = folded(column.value)
  const other = folded(sql`${String(value)}::text`)
  switch (operator) {
    case 'eq':
      return sql<boolean>`(${own} = ${other})`
    case 'co':
      return sql<boolean>`(position(${other} in ${own}) > 0)`
    case 'sw':
      return sql<boolean>`starts_with(${own}, ${other})`
    case 'ew':
      return sql<boolean>`(right(${own}, length(${other})) = ${other})`
  }
}
