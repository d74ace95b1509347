import { notPreparedMark } from './planning'

/**
 * Max prepared statements of a connection: more than the program has. Texts that vary without end must not fill the
 * memory of the server.
 */
export const maxPreparedStatements = 500

/** Matches a `*` that means all columns; other stars multiply, intersect or count. */
const namesAllColumns = /(?:\bselect|\breturning|\bdistinct|,|\.)\s*\*/i

/**
 * Matches a single query. Other statements without values begin or end transactions, or define
 * things.
 */
const asks = /^\s*(?:select|with)\b[^;]*$/i

/** Whether a statement is a single one, of a kind that is run repeatedly. */
export function isRepeated(text: string, values: unknown): boolean {
  return (Array.isArray(values) && values.length > 0) || asks.test(text)
}

/**
 * Whether a database may keep the plan of a repeated statement. Two kinds of statements are not prepared: those with
 * a `*` for all columns, since a migration may change the columns under a running worker and PostgreSQL then rejects
 * the prepared statement; and those marked `notPrepared` (planning.ts).
 */
export function keepsItsPlan(text: string): boolean {
  return !text.includes(notPreparedMark) && !namesAllColumns.test(text)
}
