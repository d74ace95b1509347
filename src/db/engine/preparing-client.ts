import { PipeliningClient } from './pipelining-client'
import type { Statement } from './pipelining-client'
import { notPreparedMark } from './planning'

/**
 * Most statements to prepare: more than the program has. Texts that are ever new must not fill the
 * server.
 */
const maxPreparedStatements = 500

const names = new Map<string, string>()

/** Stars that stand for all columns; other stars multiply, intersect or count. */
const namesAllColumns = /(?:\bselect|\breturning|\bdistinct|,|\.)\s*\*/i

/**
 * A connection on which PostgreSQL parses and plans a statement once instead of every time.
 *
 * Statements with a `*` for all columns are left alone: a migration may change what it stands for under a running
 * worker, and a prepared statement that answers other columns than before is refused. So are those
 * that say `notPrepared` (planning.ts).
 */
export class PreparingClient extends PipeliningClient {
  protected override send({ text, values }: Statement): Promise<unknown> {
    const name = typeof text === 'string' && isPreparable(text, values) ? nameOf(text) : undefined
    return super.send({ text: name === undefined ? text : { name, text, values }, values })
  }
}

/** One question. Other statements without values are those that begin, end and define. */
const asks = /^\s*(?:select|with)\b[^;]*$/i

/** Whether a statement is one that comes again and again. */
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
