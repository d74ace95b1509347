import { PipeliningClient } from './pipelining-client'
import type { Statement } from './pipelining-client'
import { isRepeated, keepsItsPlan, maxPreparedStatements } from './preparable'

const names = new Map<string, string>()

/** A connection on which PostgreSQL parses and plans each statement once instead of every time. */
export class PreparingClient extends PipeliningClient {
  protected override send({ text, values }: Statement): Promise<unknown> {
    const name = typeof text === 'string' && isRepeated(text, values) ? nameOf(text) : undefined
    return super.send({ text: name === undefined ? text : { name, text, values }, values })
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxPreparedStatements) return known
  if (!keepsItsPlan(text)) return undefined
  const name = `parley_${names.size + 1}`
  names.set(text, name)
  return name
}
