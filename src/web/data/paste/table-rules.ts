import type { Rule } from 'turndown'

/** Tables of two rows and columns at least become tables of Markdown. Others lay out a page: their cells become paragraphs. */
export function tableRules(): Rule[] {
  const judged = new Map<Element, boolean>()

  function isInTable(node: Element): boolean {
    const table = node.closest('table')
    if (!table) return false
    const isTable = judged.get(table) ?? isOfCells(table)
    judged.set(table, isTable)
    return isTable
  }

  const of = (names: RegExp) => (node: Element) => names.test(node.nodeName) && isInTable(node)
  return [
    { filter: of(/^T[DH]$/), replacement: (content) => ` ${cell(content)} |` },
    {
      filter: of(/^TR$/),
      replacement: (content, node) =>
        `\n|${content}${isFirst(node as Element) ? `\n|${' --- |'.repeat(columnsOf(node as Element))}` : ''}`,
    },
    { filter: of(/^T(?:HEAD|BODY)$/), replacement: (content) => content },
    { filter: of(/^TABLE$/), replacement: (content) => `\n\n${content.trim()}\n\n` },
  ]
}

const columnsOf = (row: Element) => row.children.length

const isFirst = (row: Element) => row.closest('table')?.querySelector('tr') === row

function isOfCells(table: Element): boolean {
  const rows = Array.from(table.querySelectorAll('tr'))
  const hasBlocks = Boolean(table.querySelector('blockquote, h1, h2, h3, hr, ol, pre, table, ul'))
  return rows.length > 1 && !hasBlocks && rows.every((row) => columnsOf(row) > 1)
}

/** The text of a cell is one line, in which an entity stands for the sign between cells. */
function cell(content: string): string {
  return content
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<!`)(`+)(?!`)[^`]+\1|\|/g, (found) => (found === '|' ? '&#124;' : found))
}
