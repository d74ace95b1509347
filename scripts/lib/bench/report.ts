import type { Row } from './rows'

/** The rows of one scenario as a table; the load is shown where it changes. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row, index) => [
    row.load === rows[index - 1]?.load ? '' : row.load,
    row.figure,
    figure(row.parley),
    row.yardstick === undefined ? '' : figure(row.yardstick),
    row.unit,
    row.ratio === undefined ? '' : `${figure(row.ratio)}×`,
    row.target?.text ?? '',
    row.target ? (row.target.isMet ? 'met' : 'MISSED') : '',
  ])
  const lines = [headings, ...cells]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const headings = ['load', 'figure', 'Parley', 'yardstick', 'unit', 'ratio', 'target', '']
const numeric = new Set([2, 3, 5])

/** Three significant digits, without exponents. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return 'not measured'
  if (value === 0 || Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(3)))
}
