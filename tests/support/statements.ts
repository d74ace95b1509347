import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asText } from './checked'

/** Environment variable: the folder in which the servers of a run log their PostgreSQL statements. */
export const statementsVariable = 'PARLEY_TEST_STATEMENTS'

/** All distinct statements logged so far, sorted; none if the variable is not set. */
export function readStatements(): string[] {
  const folder = process.env[statementsVariable]
  if (!folder || !existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const texts = files.flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')))
  return [...new Set(texts)].sort()
}

/** Skips the last, incomplete line, which a killed process may leave. */
function linesOf(file: string): string[] {
  const complete = file.slice(0, file.lastIndexOf('\n') + 1)
  return complete.split('\n').flatMap((line) => (line === '' ? [] : [asText(JSON.parse(line))]))
}
