import { isRow, listOf, rowsOf, scalarOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { joinedLines } from '../markup/literal'
import { markdownOfObject, markdownOfPlain } from './text-objects'
import type { Reader } from './text-objects'

/** A table block as Markdown. Source: docs/protocol/import.md#slack-tables. */
export function markdownOfTable(block: Row, reader: Reader): string {
  const rows = listOf(block, 'rows').map((row) =>
    (Array.isArray(row) ? row : []).map((cell: unknown) => cellOf(cell, reader)),
  )
  const alignments = rowsOf(block, 'column_settings').map((column) => textOf(column, 'align'))
  return tableOf(rows, alignments)
}

function cellOf(cell: unknown, reader: Reader): string {
  if (!isRow(cell)) return ''
  if (textOf(cell, 'type') === 'rich_text') return markdownOfObject(cell, reader)
  return markdownOfPlain(scalarOf(cell, 'text') || scalarOf(cell, 'value'))
}

const rules: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

/** A table whose first row is its heading; '' without rows. */
export function tableOf(rows: readonly string[][], alignments: readonly string[] = []): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0) return ''
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const [heading = [], ...others] = rows.map((row) =>
    Array.from({ length: columns }, (_, index) => inCell(row[index] ?? '')),
  )
  const rule = heading.map((_, index) => rules[alignments[index] ?? ''] ?? '---')
  return [heading, rule, ...others].map(lineOf).join('\n')
}

/** A backslash keeps a `|` within its cell; references hold theirs. Source: docs/protocol/markdown.md#tables. */
function inCell(markdown: string): string {
  return joinedLines(markdown).replace(/\u0001[^\u0001\u0002]*\u0002|\|/g, (found) =>
    found === '|' ? '\\|' : found,
  )
}
