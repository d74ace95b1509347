import { encloseCode } from '../../../../shared/rules/fences'
import { entityOf, finishLines, guardItemStart, guardLineStart } from '../markup/literal'
import { startOfText } from '../markup/thread-topics'
import { decodeEntities, plainOfAngled } from './angled'
import { markdownOfLine, plainOfCode } from './inline'
import { depthBelow, indentOf, joinLines } from './lines'
import type { Line } from './lines'
import type { SlackNames } from './names'

const fence = '```'
/** The mark of a quoted line; some programs that write exports leave it unescaped. */
const quoteMark = /^(?:&gt;|>) ?/
/** The mark that quotes the rest of the message. */
const everythingMark = /^(?:&gt;|>){3} ?/

/** State that goes on from one line to the next. */
interface Place {
  /** Whether everything is quoted, after `>>>`. */
  isQuoted: boolean
  /** The depth of the item above; -1 without one. */
  depth: number
  /** The numbers of the items above by depth. */
  numbers: number[]
}

/**
 * Slack's markup as Markdown of Parley, with references to users, streams and messages; never by way of HTML.
 * Source: docs/protocol/import.md#mrkdwn.
 */
export function markdownOfMrkdwn(text: string, names: SlackNames): string {
  const place: Place = { isQuoted: false, depth: -1, numbers: [] }
  const parts = splitFences(text.replace(/\r\n?/g, '\n'))
  const lines = parts.flatMap(({ isCode, isQuoted, content }) =>
    isCode
      ? codeLines(content, isQuoted || place.isQuoted, names)
      : textLines(content, place, names),
  )
  return finishLines(joinLines(lines)).replace(/^\n+/, '').trimEnd()
}

interface Part {
  isCode: boolean
  /** Whether code begins in a quoted line. */
  isQuoted: boolean
  content: string
}

/** Texts and code by turns; a fence that nothing closes is text. */
function splitFences(text: string): Part[] {
  const parts = text.split(fence)
  if (parts.length % 2 === 0) {
    const rest = parts.pop() ?? ''
    parts.push((parts.pop() ?? '') + fence + rest)
  }
  return parts.map((part, index) => {
    const isCode = index % 2 === 1
    const isQuoted = isCode && /^(?:&gt;|>)/.test(lastLine(parts[index - 1] ?? ''))
    return { isCode, isQuoted, content: isCode ? part : withoutEdges(part, index, parts.length) }
  })
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1)
}

/** Removes the line breaks beside code, and the mark of a quote before it: code gets lines of its own. */
function withoutEdges(part: string, index: number, count: number): string {
  const start = index > 0 ? part.replace(/^[ ]*\n/, '') : part
  return index < count - 1 ? start.replace(/(^|\n)(?:(?:&gt;|>) ?)?$/, '') : start
}

function codeLines(content: string, isQuoted: boolean, names: SlackNames): Line[] {
  // In a quote of several lines, each line has the mark.
  const [first = '', ...others] = content.split('\n')
  const hasMarks = isQuoted && others.length > 0 && others.every((line) => quoteMark.test(line))
  const code = hasMarks
    ? [first, ...others.map((line) => line.replace(quoteMark, ''))].join('\n')
    : content
  const plain = plainOfCode(code, names)
  if (plain.trim() === '') return []
  const markdown = encloseCode(plain.replace(/^\n|\n$/g, ''))
  return [{ kind: 'code', markdown, isQuoted }]
}

function textLines(text: string, place: Place, names: SlackNames): Line[] {
  if (text.trim() === '') return []
  return text.split('\n').map((line) => {
    if (everythingMark.test(line)) place.isQuoted = true
    if (place.isQuoted) return textLine(line.replace(everythingMark, ''), true, place, names)
    const isQuoted = quoteMark.test(line)
    return textLine(line.replace(quoteMark, ''), isQuoted, place, names)
  })
}

const bullet = /^(\s*)[•◦▪▫■□](?:\ufe0e)?\s*([^]*)/u
const dashed = /^( {0,16})- (\s*\S[^]*)/
/** Blanks by which Slack indents an item more. */
const charactersOfLevel = 4
const numbered = /^( {0,16})(\d{1,9})\. (.*)$/

function textLine(line: string, isQuoted: boolean, place: Place, names: SlackNames): Line {
  const [, blanks = '', item] = bullet.exec(line) ?? []
  if (item !== undefined) {
    const depth = enter(place, blanks.length / charactersOfLevel)
    place.numbers.length = depth
    return { kind: 'list', markdown: itemOf(depth, '*', item, names), isQuoted }
  }
  const [, space = '', typed] = dashed.exec(line) ?? []
  if (typed !== undefined) {
    const depth = enter(place, space.length / 2)
    place.numbers.length = depth
    return { kind: 'list', markdown: itemOf(depth, '-', typed, names), isQuoted }
  }
  const [, indent = '', digits = '', text] = numbered.exec(line) ?? []
  if (text !== undefined) {
    const depth = enter(place, indent.length / charactersOfLevel)
    const last = place.numbers[depth]
    place.numbers.length = depth
    place.numbers[depth] = Number(digits)
    // Markdown counts on its own.
    if (last === undefined || last + 1 === Number(digits)) {
      return { kind: 'list', markdown: itemOf(depth, `${digits}.`, text, names), isQuoted }
    }
    place.numbers.length = 0
    place.depth = -1
    const shown = `${digits}${entityOf('.')} ${markdownOfLine(text, names)}`
    return { kind: 'text', markdown: shown, isQuoted }
  }
  if (line.trim() !== '') {
    place.depth = -1
    place.numbers = []
  }
  const markdown = guardLineStart(markdownOfLine(line, names))
  return { kind: 'text', markdown, isQuoted }
}

function itemOf(depth: number, marker: string, text: string, names: SlackNames): string {
  return `${indentOf(depth)}${marker} ${guardItemStart(markdownOfLine(text, names))}`
}

/** The depth of an item below the one above it. */
function enter(place: Place, level: number): number {
  place.depth = depthBelow(Math.round(level), place.depth)
  return place.depth
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
