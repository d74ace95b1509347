import { firstText, isRow, listOf, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { joinedLines, labeledLink, literal } from '../markup/literal'
import { markdownOfMrkdwn } from './mrkdwn'
import type { SlackNames } from './names'
import { hasStructure, markdownOfRichText } from './rich-text'

/**
 * The blocks that stand in place of the text of a message: any but rich_text, which repeats the text unless it has lists,
 * quotes or code. Undefined if the text stays.
 * Source: docs/protocol/import.md#mrkdwn-blocks.
 */
export function markdownInsteadOfText(message: Row, names: SlackNames): string | undefined {
  const blocks = rowsOf(message, 'blocks')
  const isRich = (block: Row) => textOf(block, 'type') === 'rich_text'
  const hasText = textOf(message, 'text') !== ''
  if (blocks.every(isRich) && hasText && !blocks.some(hasStructure)) return undefined
  return markdownOfBlocks(blocks, names) || undefined
}

/** Blocks as Markdown, with blank lines between them. */
export function markdownOfBlocks(blocks: readonly Row[], names: SlackNames): string {
  return blocks
    .map((block) => markdownOfBlock(block, names))
    .filter((each) => each !== '')
    .join('\n\n')
}

function markdownOfBlock(block: Row, names: SlackNames): string {
  switch (textOf(block, 'type')) {
    case 'rich_text':
      return markdownOfRichText(block, names)
    case 'header':
      return `## ${textOf(rowOf(block, 'text'), 'text').replace(/\s+/g, ' ')}`
    case 'divider':
      return '----'
    case 'section':
      return sectionOf(block, names)
    case 'image':
    case 'video':
      return imageOf(block)
    case 'context':
      return rowsOf(block, 'elements')
        .map((each) => (textOf(each, 'image_url') ? '' : textObject(each, names)))
        .filter(Boolean)
        .join(' ')
    case 'markdown':
      return textOf(block, 'text')
    case 'table':
      return tableOf(listOf(block, 'rows').map((row) => cellsOf(row, names)))
    default:
      // Buttons and inputs work in Slack only.
      return ''
  }
}

function textObject(object: Row, names: SlackNames): string {
  const text = textOf(object, 'text')
  return textOf(object, 'type') === 'mrkdwn' ? markdownOfMrkdwn(text, names) : text.trim()
}

function sectionOf(block: Row, names: SlackNames): string {
  const cells = rowsOf(block, 'fields').map((field) => textObject(field, names))
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, index) => [
    cells[2 * index] ?? '',
    cells[2 * index + 1] ?? '',
  ])
  return [textObject(rowOf(block, 'text'), names), tableOf(rows)].filter(Boolean).join('\n\n')
}

function cellsOf(row: unknown, names: SlackNames): string[] {
  return (Array.isArray(row) ? row : []).map((cell: unknown) => {
    if (!isRow(cell)) return ''
    return textOf(cell, 'type') === 'rich_text'
      ? markdownOfRichText(cell, names)
      : textOf(cell, 'text')
  })
}

/** A table whose first row is its heading; '' without rows. */
function tableOf(rows: readonly string[][]): string {
  const [heading] = rows
  if (!heading) return ''
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell) => joinedLines(cell).replaceAll('|', '¦')).join(' | ')} |`
  const rule = `| ${heading.map(() => '---').join(' | ')} |`
  return [lineOf(heading), rule, ...rows.slice(1).map(lineOf)].join('\n')
}

function imageOf(block: Row): string {
  const title = textOf(rowOf(block, 'title'), 'text') || firstText(block, 'alt_text') || 'image'
  const url = firstText(block, 'image_url', 'title_url', 'video_url')
  return url ? labeledLink(literal(title), url) : ''
}
