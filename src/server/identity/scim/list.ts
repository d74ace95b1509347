import type { ScimColumns } from '../../data/identities/scim-filter'
import type { ScimRange } from '../../data/identities/scim-users'
import { invalidValue } from './errors'
import { parseFilter } from './filter'

/* Lists of resources. Source: docs/protocol/scim.md#lists. */

const defaultCount = 100
export const maxCount = 1_000

/** The arguments of a list, from the query or the body of a search. */
export interface ScimQuery {
  filter?: unknown
  startIndex?: unknown
  count?: unknown
}

export interface ScimPage<Row> {
  total: number
  /** From 1. */
  startIndex: number
  rows: readonly Row[]
}

/** @throws ScimError `invalidFilter`, `invalidValue` */
export async function pageOf<Row>(
  { filter, startIndex, count }: ScimQuery,
  columns: ScimColumns,
  read: (range: ScimRange) => Promise<{ total: number; rows: readonly Row[] }>,
): Promise<ScimPage<Row>> {
  const first = Math.max(1, integerOf('startIndex', startIndex, 1))
  const limit = Math.min(maxCount, Math.max(0, integerOf('count', count, defaultCount)))
  const isFiltered = typeof filter === 'string' && filter.trim() !== ''
  const { total, rows } = await read({
    filter: isFiltered ? parseFilter(filter, columns) : undefined,
    offset: first - 1,
    limit,
  })
  return { total, startIndex: first, rows }
}

function integerOf(name: string, value: unknown, fallback: number): number {
  if (value === undefined || value === null || value === '') return fallback
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw invalidValue(`${name} must be an integer.`)
}
