import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder in which the servers of a run leave the statements that they send to PostgreSQL. */
export const statementsVariable = 'PARLEY_TEST_STATEMENTS'

/** Every statement that was collected so far, once, in order; none where no run wants them. */
export function readStatements(): string[] {
  const folder = process.env[statementsVariable]
  if (!folder || !existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const texts = files.flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')))
  return [...new Set(texts)].sort()
}

/** A process that was killed may have left half a line. */
function linesOf(file: string): string[] {
  const complete = file.slice(0, file.lastIndexOf('\n') + 1)
  return complete.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as string]))
}
