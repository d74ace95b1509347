import { PipeliningClient } from './pipelining-client'
import type { Statement } from './pipelining-client'
import { notPreparedMark } from './planning'

/**
 * Max prepared statements: more than the program has. Texts that vary without end must not fill the
 * memory of the server.
 */
const maxPreparedStatements = 500

const names = new Map<string, string>()

/** Matches a `*` that means all columns; other stars multiply, intersect or count. */
const namesAllColumns = /(?:\bselect|\breturning|\bdistinct|,|\.)\s*\*/i

/**
 * A connection on which PostgreSQL parses and plans each statement once instead of every time. Two
 * kinds of statements are not prepared: those with a `*` for all columns, since a migration may
 * change the columns under a running worker and PostgreSQL then rejects the prepared statement; and
 * those marked `notPrepared` (planning.ts).
 */
export class PreparingClient extends PipeliningClient {
  protected override send({ text, values }: Statement): Promise<unknown> {
    const name = typeof text === 'string' && isPreparable(text, values) ? nameOf(text) : undefined
    return super.send({ text: name === undefined ? text : { name, text, values }, values })
  }
}

/**
 * Matches a single query. Other statements without values begin or end transactions, or define
 * things.
 */
const asks = /^\s*(?:select|with)\b[^;]*$/i

/** Whether a statement is of a kind that is run repeatedly. */
function isPreparable(text: string, values: unknown): boolean {
  return (Array.isArray(values) && values.length > 0) || asks.test(text)
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxPreparedStatements) return known
  if (text.includes(notPreparedMark) || namesAllColumns.test(text)) return undefined
  const name = `parley_${names.size + 1}`
  names.set(text, name)
  return name
}
