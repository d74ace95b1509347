/*
 * Tables with data as Markdown. Mails lay pages out with tables, too: a table has data if it begins with a header cell, or
 * has a border.
 */

/** Max columns of a table, so that its rows are no longer than the page. */
const mostColumns = 30

/** A table whose cells are read one after the other. */
export class HtmlTable {
  private readonly rows: string[][] = []

  addRow(): void {
    this.rows.push([])
  }

  addCell(text: string, span: number): void {
    const row = this.rows.at(-1) ?? []
    if (this.rows.length === 0) this.rows.push(row)
    // Further cells are words of the last one.
    if (row.length >= mostColumns) {
      row[row.length - 1] += ` ${text}`
      return
    }
    row.push(text)
    while (span > 1 && row.length < mostColumns) {
      row.push('')
      span -= 1
    }
  }

  /** Lines of Markdown; without a table if there is only one column. */
  toLines(): string[] {
    const [head, ...others] = this.rows.filter((row) => row.some((cell) => cell !== ''))
    if (!head) return []
    const columns = Math.max(head.length, ...others.map((row) => row.length))
    if (columns === 1) return [head, ...others].map((row) => row.join(' '))
    return [
      lineOf([...head, ...new Array<string>(columns - head.length).fill('')]),
      lineOf(new Array<string>(columns).fill('---')),
      ...others.map(lineOf),
    ]
  }
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

export function isBordered({ border, role }: Readonly<Record<string, string>>): boolean {
  return role !== 'presentation' && /^[1-9]\d*$/.test(border ?? '')
}

export function spanOf({ colspan }: Readonly<Record<string, string>>): number {
  return /^\d{1,3}$/.test(colspan ?? '') ? Number(colspan) : 1
}
