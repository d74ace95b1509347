import { encloseCode } from '../../../../../shared/rules/fences'
import { firstText, isTrue, numberOf, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { codeSpan, finishLines, guardLineStart, literal } from '../markup/literal'
import { emoji, groupMention, link, mention, streamLink, timeOf } from './angled'
import { joinLines } from './mrkdwn'
import type { SlackNames } from './names'

const structures = new Set(['rich_text_list', 'rich_text_quote', 'rich_text_preformatted'])

/** Whether a rich_text block has lists, quotes or code, whose form the plain text of the message has lost. */
export function hasStructure(block: Row): boolean {
  return rowsOf(block, 'elements').some((element) => structures.has(textOf(element, 'type')))
}

/** A rich_text block as Markdown. Source: docs/protocol/import.md#mrkdwn-blocks. */
export function markdownOfRichText(block: Row, names: SlackNames): string {
  const parts = rowsOf(block, 'elements').map((element) => partOf(element, names))
  return finishLines(joinLines(parts)).trim()
}

function partOf(element: Row, names: SlackNames): Parameters<typeof joinLines>[0][number] {
  const inline = () => inlineOf(rowsOf(element, 'elements'), names).replace(/\n$/, '')
  switch (textOf(element, 'type')) {
    case 'rich_text_list':
      return { kind: 'list', markdown: listOf(element, names) }
    case 'rich_text_quote':
      return { kind: 'quote', markdown: inline().replace(/^/gm, '> ') }
    case 'rich_text_preformatted': {
      const code = rowsOf(element, 'elements').map((each) => firstText(each, 'text', 'url'))
      return { kind: 'text', markdown: encloseCode(code.join('').replace(/\n$/, '')) }
    }
    default:
      return { kind: 'text', markdown: inline().split('\n').map(guardLineStart).join('\n') }
  }
}

function listOf(list: Row, names: SlackNames): string {
  const indent = '  '.repeat(Math.min(8, Math.max(0, numberOf(list, 'indent') ?? 0)))
  const first = 1 + (numberOf(list, 'offset') ?? 0)
  const isOrdered = textOf(list, 'style') === 'ordered'
  return rowsOf(list, 'elements')
    .map((item, index) => {
      const text = inlineOf(rowsOf(item, 'elements'), names).trim().replace(/\n+/g, ' ')
      return `${indent}${isOrdered ? `${first + index}.` : '*'} ${text}`
    })
    .join('\n')
}

function inlineOf(elements: readonly Row[], names: SlackNames): string {
  const markdown = elements.map((element) => styled(element, names)).join('')
  // Two bold pieces side by side are one.
  return markdown.replace(/(?<!\*)\*{4}(?!\*)|~{4}/g, '')
}

function styled(element: Row, names: SlackNames): string {
  const style = rowOf(element, 'style')
  const text = textOf(element, 'text')
  if (isTrue(style, 'code') && text) return text.trim() ? codeSpan(text) : text
  const inner = inlineElement(element, names)
  const marks = [
    isTrue(style, 'bold') ? '**' : '',
    isTrue(style, 'italic') ? '*' : '',
    isTrue(style, 'strike') ? '~~' : '',
  ].filter(Boolean)
  if (marks.length === 0) return inner
  const [open, close] = [marks.join(''), [...marks].reverse().join('')]
  return inner
    .split('\n')
    .map((line) => enclosed(line, open, close))
    .join('\n')
}

/** Blanks stay outside, since nothing is emphasized with a blank just inside the marks. */
function enclosed(line: string, open: string, close: string): string {
  const text = line.trim()
  if (text === '') return line
  const start = line.indexOf(text)
  return line.slice(0, start) + open + text + close + line.slice(start + text.length)
}

function inlineElement(element: Row, names: SlackNames): string {
  const text = textOf(element, 'text')
  switch (textOf(element, 'type')) {
    case 'link':
      return link(textOf(element, 'url'), text, names)
    case 'user':
      return mention(textOf(element, 'user_id'), '', names)
    case 'channel':
      return streamLink(textOf(element, 'channel_id'), '', names)
    case 'usergroup':
      return groupMention(textOf(element, 'usergroup_id'), textOf(element, 'name'), names)
    case 'broadcast':
      return '@**all**'
    case 'emoji':
      return emoji(textOf(element, 'name'))
    case 'date':
      return timeOf(numberOf(element, 'timestamp') ?? 0, textOf(element, 'fallback'))
    case 'color':
      return literal(textOf(element, 'value'))
    default:
      return literal(text)
  }
}
