import { firstText, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { joinedLines } from '../markup/literal'
import { decodeEntities } from './angled'
import { markdownOfControl, markdownOfControls, namedLink } from './block-controls'
import { markdownOfMarkdownBlock } from './markdown-block'
import { markdownOfMrkdwn } from './mrkdwn'
import type { SlackNames, Tell } from './names'
import { typeOf } from './rich-elements'
import { markdownOfRichText, plainOfRichText } from './rich-text'
import { markdownOfTable, tableOf } from './tables'
import { labelAt, markdownOfImage, markdownOfObject, textAt } from './text-objects'
import type { Reader } from './text-objects'

/**
 * The blocks that Slack shows in place of the text of a message; undefined if the text stays. The text comes first if a block
 * shows nothing.
 * @param tell receives the reasons why blocks are changed or left out
 * Source: docs/protocol/import.md#slack-blocks.
 */
export function markdownInsteadOfText(
  message: Row,
  names: SlackNames,
  tell: Tell,
): string | undefined {
  // Files of the message are shown below it.
  const hasFiles = rowsOf(message, 'files').length > 0
  const blocks = rowsOf(message, 'blocks').filter(
    (block) => !hasFiles || textOf(block, 'type') !== 'file',
  )
  const shown = blocks.map((block) => markdownOfBlocks([block], names, tell))
  const markdown = shown.filter((each) => each !== '').join('\n\n')
  if (markdown === '') return undefined
  const isLost = blocks.some((block, index) => shown[index] === '' && !isKnown(block))
  const text = isLost ? markdownOfMrkdwn(textOf(message, 'text'), names) : ''
  return text === '' || markdown.includes(text) ? markdown : `${text}\n\n${markdown}`
}

/** The words of blocks with rich text, for topics and quotes. */
export function plainOfBlocks(blocks: readonly Row[], names: SlackNames): string {
  return blocks
    .map((block) =>
      textOf(block, 'type') === 'rich_text'
        ? plainOfRichText(block, names)
        : firstText(rowOf(block, 'text'), 'text') || firstText(block, 'text', 'title'),
    )
    .filter((each) => each.trim() !== '')
    .join('\n')
}

/** Blocks as Markdown, with blank lines between them. */
export function markdownOfBlocks(blocks: readonly Row[], names: SlackNames, tell: Tell): string {
  return markdownOf(blocks, { names, tell }, 0)
}

/** Deepest level of blocks within blocks. Slack has two. */
const deepestLevel = 5

function markdownOf(blocks: readonly Row[], reader: Reader, level: number): string {
  return blocks
    .map((block) => markdownOfBlock(block, reader, level))
    .filter((each) => each !== '')
    .join('\n\n')
}

const composed = new Set([
  ...['card', 'carousel', 'container', 'plan', 'task_card', 'alert', 'data_visualization'],
])
const known = new Set([
  ...['rich_text', 'header', 'divider', 'section', 'image', 'video', 'context', 'markdown'],
  ...['table', 'data_table', 'actions', 'context_actions', 'input', 'call', ...composed],
])

function isKnown(block: Row): boolean {
  return known.has(textOf(block, 'type'))
}

function markdownOfBlock(block: Row, reader: Reader, level: number): string {
  switch (textOf(block, 'type')) {
    case 'rich_text':
      return markdownOfRichText(block, reader.names, reader.tell)
    case 'header': {
      const text = joinedLines(textAt(block, 'text', reader))
      return text && `## ${text}`
    }
    case 'divider':
      return '----'
    case 'section':
      return sectionOf(block, reader)
    case 'image':
      return markdownOfImage(block)
    case 'video':
      return videoOf(block, reader)
    case 'context':
    case 'actions':
    case 'context_actions':
      return markdownOfControls(rowsOf(block, 'elements'), reader)
    case 'input':
      return inputOf(block, reader)
    case 'markdown':
      return markdownOfMarkdownBlock(textOf(block, 'text'), reader.names)
    case 'table':
    case 'data_table':
      return [strong(textAt(block, 'caption', reader)), markdownOfTable(block, reader)]
        .filter(Boolean)
        .join('\n\n')
    case 'call':
      return callOf(block)
    default:
      return partsOf(block, reader, level)
  }
}

function sectionOf(block: Row, reader: Reader): string {
  const cells = rowsOf(block, 'fields').map((field) => markdownOfObject(field, reader))
  const accessory = rowOf(block, 'accessory')
  return [
    textAt(block, 'text', reader),
    fieldsOf(cells),
    textOf(accessory, 'type') && markdownOfControl(accessory, reader),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Fields in two columns, as Slack shows them; a cell of a table has one line, so that longer fields are paragraphs. */
function fieldsOf(cells: readonly string[]): string {
  if (cells.length < 2 || cells.some((cell) => cell.includes('\n'))) {
    return cells.filter(Boolean).join('\n\n')
  }
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, index) =>
    cells.slice(2 * index, 2 * index + 2),
  )
  return tableOf(rows)
}

function videoOf(block: Row, reader: Reader): string {
  const url = decodeEntities(firstText(block, 'title_url', 'video_url'))
  const title = labelAt(block, 'title') || labelAt(block, 'alt_text') || 'video'
  return [
    url ? namedLink(textOf(rowOf(block, 'title'), 'text') || title, url) : title,
    textAt(block, 'description', reader),
    [textAt(block, 'author_name', reader), textAt(block, 'provider_name', reader)]
      .filter(Boolean)
      .join(' | '),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function inputOf(block: Row, reader: Reader): string {
  const label = strong(joinedLines(textAt(block, 'label', reader)))
  const value = markdownOfControl(rowOf(block, 'element'), reader)
  return [[label, value].filter(Boolean).join(' '), textAt(block, 'hint', reader)]
    .filter(Boolean)
    .join('\n\n')
}

function callOf(block: Row): string {
  const call = rowOf(rowOf(block, 'call'), 'v1')
  const url = firstText(call, 'join_url', 'desktop_app_join_url')
  return namedLink(firstText(call, 'name') || 'call', decodeEntities(url))
}

const titles = ['title', 'rich_text_title']
const texts = ['subtitle', 'text', 'body', 'description', 'details', 'output', 'caption']
const children = ['child_blocks', 'blocks', 'elements', 'tasks', 'sources', 'actions']

/** A block by its parts, as for those made of other blocks and for those that Slack will have one day. */
function partsOf(block: Row, reader: Reader, level: number): string {
  const picture = rowOf(block, 'hero_image')
  const title = titles.map((field) => textAt(block, field, reader)).find(Boolean) ?? ''
  const parts = [
    strong(joinedLines(title)),
    ...texts.map((field) => textAt(block, field, reader)),
    textOf(picture, 'image_url') && markdownOfImage(picture),
    ...(level < deepestLevel ? children : []).map((field) =>
      childrenOf(block, field, reader, level),
    ),
  ].filter((part) => part !== '')
  if (!isKnown(block)) {
    const fallback =
      parts.length === 0
        ? ['fallback', 'alt_text'].map((field) => textAt(block, field, reader)).find(Boolean)
        : undefined
    if (fallback !== undefined) parts.push(fallback)
    const url = firstText(block, 'url', 'title_url', 'permalink')
    if (url) parts.push(namedLink(url, decodeEntities(url)))
    const what = parts.length > 0 ? 'is shown by its texts' : 'is left out'
    reader.tell(`The block ${typeOf(block)} ${what}.`)
  }
  return parts.join('\n\n')
}

/** Blocks and controls within a block. */
function childrenOf(block: Row, field: string, reader: Reader, level: number): string {
  const rows = rowsOf(block, field)
  const areBlocks = rows.some((row) => isKnown(row))
  if (areBlocks) return markdownOf(rows, reader, level + 1)
  return markdownOfControls(rows, reader)
}

function strong(markdown: string): string {
  return markdown && `**${markdown}**`
}
