import { encloseCode } from '../../../../../shared/rules/fences'
import { finishLines, guardLineStart } from '../markup/literal'
import { startOfText } from '../markup/thread-topics'
import { decodeEntities, plainOfAngled } from './angled'
import { markdownOfLine, plainOfCode } from './inline'
import type { SlackNames } from './names'

/** A line, and the block that it belongs to. */
interface Line {
  kind: 'quote' | 'list' | 'text'
  markdown: string
}

const fence = '```'

/**
 * Slack's markup as Markdown of Parley, with references to users, streams and messages; never by way of HTML.
 * Source: docs/protocol/import.md#mrkdwn.
 */
export function markdownOfMrkdwn(text: string, names: SlackNames): string {
  const lines = text.replace(/\r\n?/g, '\n')
  return finishLines(
    splitFences(lines)
      .map(({ isCode, content }) => {
        if (!isCode) return markdownOfLines(content, names)
        const code = plainOfCode(content, names)
        return code.trim() === '' ? '' : encloseCode(code.replace(/^\n|\n$/g, ''))
      })
      .filter((part) => part !== '')
      .join('\n'),
  ).trim()
}

/** Texts and code by turns; a fence that nothing closes is text. */
function splitFences(text: string): { isCode: boolean; content: string }[] {
  const parts = text.split(fence)
  if (parts.length % 2 === 0) {
    const rest = parts.pop() ?? ''
    parts.push((parts.pop() ?? '') + fence + rest)
  }
  return parts.map((part, index) => ({
    isCode: index % 2 === 1,
    content: index % 2 === 1 ? part : withoutEdges(part, index, parts.length),
  }))
}

/** Removes the line breaks beside code, and the mark of a quote before it: code gets lines of its own. */
function withoutEdges(part: string, index: number, count: number): string {
  const start = index > 0 ? part.replace(/^[ ]*\n/, '') : part
  return index < count - 1 ? start.replace(/(^|\n)(?:&gt; ?)?$/, '') : start
}

function markdownOfLines(text: string, names: SlackNames): string {
  if (text.trim() === '') return ''
  let isQuoted = false
  const lines = text.split('\n').map((line): Line => {
    if (line.startsWith('&gt;&gt;&gt;')) isQuoted = true
    return isQuoted ? quoteLine(line.replace(/^(?:&gt;){3} ?/, ''), names) : readLine(line, names)
  })
  return joinLines(lines)
}

const bullet = /^(\s*)[•◦▪▫■□](?:\ufe0e)?\s*(.*)$/u

function readLine(line: string, names: SlackNames): Line {
  const quoted = /^&gt; ?(.*)$/.exec(line)?.[1]
  if (quoted !== undefined) return quoteLine(quoted, names)
  const [, blanks = '', item] = bullet.exec(line) ?? []
  if (item !== undefined) {
    // Slack indents by four blanks, Markdown here by two.
    const indent = '  '.repeat(Math.min(8, Math.round(blanks.length / 4)))
    return { kind: 'list', markdown: `${indent}* ${markdownOfLine(item, names)}` }
  }
  const kind = /^\s{0,8}\d{1,4}\. /.test(line) ? 'list' : 'text'
  return { kind, markdown: markdownOfLine(guardLineStart(line), names) }
}

function quoteLine(line: string, names: SlackNames): Line {
  return { kind: 'quote', markdown: `> ${markdownOfLine(line, names)}`.trimEnd() }
}

/** A quote or a list would go on in the line below it without a blank line. */
export function joinLines(lines: readonly Line[]): string {
  return lines
    .map(({ kind, markdown }, index) => {
      const above = lines[index - 1]
      const isApart =
        above !== undefined &&
        ((above.kind !== 'text' && above.kind !== kind) ||
          (kind === 'quote' && above.kind !== kind))
      return isApart && markdown !== '' && above.markdown !== '' ? `\n${markdown}` : markdown
    })
    .join('\n')
}

/** The words of a text without markup, for topics and quotes. */
export function plainOfMrkdwn(text: string, names: SlackNames): string {
  const plain = startOfText(text)
    .replaceAll(fence, ' ')
    .replace(/<([^<>\n]+)>/g, (_angled, inside: string) => plainOfAngled(inside, names))
    .replace(/(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^(?:&gt; ?)+/gm, '')
  return decodeEntities(plain)
}
