import { firstText, isTrue, numberOf, rowOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { codeSpan, labeledLink, literal } from '../markup/literal'
import {
  broadcast,
  emoji,
  groupMention,
  link,
  mention,
  streamLink,
  timeOf,
  userName,
} from './angled'
import type { SlackNames, Tell } from './names'
import { markdownOfStyled, styles } from './styled-text'
import type { Style, StyledPiece } from './styled-text'

/** An element of a text, or several texts side by side in the same style. */
interface Element {
  row: Row
  /** Text as it is typed, with line breaks; undefined for anything but texts and code. */
  text: string | undefined
  isCode: boolean
  styles: ReadonlySet<Style>
}

/**
 * The elements of a section, an item or a quote as lines of Markdown.
 * @param tell receives the reasons why elements are changed
 */
export function linesOfElements(rows: readonly Row[], names: SlackNames, tell: Tell): string[] {
  const lines: StyledPiece[][] = [[]]
  const elements = merged(rows.map((row) => elementOf(row, names)))
  for (const [index, element] of elements.entries()) {
    const { text } = element
    if (text === undefined) {
      const markdown = markdownOfElement(elements, index, names, tell)
      lines.at(-1)?.push({ markdown, styles: element.styles, isBlank: false })
      continue
    }
    const parts = text.split('\n')
    for (const [at, line] of parts.entries()) {
      if (at > 0) lines.push([])
      const isFollowed = at === parts.length - 1 && index < elements.length - 1
      lines.at(-1)?.push(...piecesOf(line, element, isFollowed))
    }
  }
  return lines.map(markdownOfStyled)
}

function elementOf(row: Row, names: SlackNames): Element {
  const style = rowOf(row, 'style')
  const type = textOf(row, 'type')
  const isCode = isTrue(style, 'code') && type !== 'link'
  const text = isCode
    ? plainOfElement(row, names)
    : type === 'text'
      ? textOf(row, 'text')
      : undefined
  return { row, text, isCode, styles: new Set(styles.filter((each) => isTrue(style, each))) }
}

/** Texts side by side become one, so that signs of both cannot become markup, and code spans do not touch. */
function merged(elements: readonly Element[]): Element[] {
  const all: Element[] = []
  for (const element of elements) {
    const last = all.at(-1)
    const isAlike =
      last?.text !== undefined &&
      element.text !== undefined &&
      last.isCode === element.isCode &&
      styles.every((style) => last.styles.has(style) === element.styles.has(style))
    if (isAlike) last.text = `${last.text ?? ''}${element.text ?? ''}`
    else all.push(element)
  }
  return all
}

function piecesOf(
  line: string,
  { isCode, styles: own }: Element,
  isFollowed: boolean,
): StyledPiece[] {
  if (line === '') return []
  if (isCode) return [{ markdown: codeSpan(line), styles: own, isBlank: false }]
  const text = line.trim()
  const start = text === '' ? line.length : line.indexOf(text)
  const end = line.slice(start + text.length)
  const isGlued = end === '' && (isFollowed || own.size > 0)
  return [line.slice(0, start), text, end]
    .filter((part) => part !== '')
    .map((part) => ({ markdown: literal(part, isGlued), styles: own, isBlank: part.trim() === '' }))
}

function markdownOfElement(
  elements: readonly Element[],
  index: number,
  names: SlackNames,
  tell: Tell,
): string {
  const element = elements[index]
  if (!element) return ''
  const { row } = element
  switch (textOf(row, 'type')) {
    case 'link':
      return linkOf(elements, index, names)
    case 'user':
      return mention(textOf(row, 'user_id'), textOf(row, 'name'), names)
    case 'channel':
      return streamLink(textOf(row, 'channel_id'), textOf(row, 'name'), names)
    case 'usergroup':
      return groupMention(textOf(row, 'usergroup_id'), textOf(row, 'name'), names)
    case 'broadcast':
      return broadcast(textOf(row, 'range'))
    case 'emoji':
      return emoji(emojiName(row), textOf(row, 'unicode'))
    case 'date':
      return dateOf(row)
    case 'color':
    case 'team':
      return literal(plainOfElement(row, names))
    default:
      tell(`The element ${typeOf(row)} of a text is shown as text.`)
      return labeledLink(literal(plainOfElement(row, names)), textOf(row, 'url'))
  }
}

/** The kind of an element or a block, for a remark. */
export function typeOf(row: Row): string {
  return textOf(row, 'type').slice(0, 40) || 'without a type'
}

function emojiName(row: Row): string {
  const tone = numberOf(row, 'skin_tone')
  const name = textOf(row, 'name')
  return tone === undefined || name.includes('::') ? name : `${name}::skin-tone-${tone}`
}

function dateOf(row: Row): string {
  const time = timeOf(numberOf(row, 'timestamp') ?? 0, textOf(row, 'fallback'))
  const url = textOf(row, 'url')
  return url ? labeledLink(time, url) : time
}

function linkOf(elements: readonly Element[], index: number, names: SlackNames): string {
  const { row, styles: own } = elements[index] as Element
  const [url, text] = [textOf(row, 'url'), textOf(row, 'text')]
  if (text && isTrue(rowOf(row, 'style'), 'code')) return labeledLink(codeSpan(text), url)
  const neighbor = (at: number) => {
    const element = elements[at]
    return element ? (element.isCode ? '`' : (element.text ?? '*')) : ''
  }
  const isStyled = own.size > 0
  return link(url, text, names, {
    before: isStyled ? '*' : neighbor(index - 1).slice(-1),
    after: isStyled ? '*' : neighbor(index + 1).slice(0, 10),
  })
}

/** The text of an element in code, where there are no mentions. */
function plainOfElement(row: Row, names: SlackNames): string {
  const text = textOf(row, 'text')
  const id = firstText(row, 'user_id', 'channel_id', 'usergroup_id', 'team_id')
  const name = firstText(row, 'name')
  switch (textOf(row, 'type')) {
    case 'link':
      return text || textOf(row, 'url')
    case 'user':
      return `@${userName(id, name, names)}`
    case 'channel':
      return `#${names.conversation(id)?.name ?? (name || id)}`
    case 'usergroup':
      return `@${names.group(id)?.name ?? (name || id)}`
    case 'team':
      return `@${name || id}`
    case 'broadcast':
      return `@${textOf(row, 'range')}`
    case 'emoji':
      return `:${emojiName(row)}:`
    default:
      return text || firstText(row, 'fallback', 'title', 'value', 'name', 'url')
  }
}

/** The words of elements without markup, for topics and quotes. */
export function plainOfElements(rows: readonly Row[], names: SlackNames): string {
  return rows.map((row) => plainOfElement(row, names)).join('')
}
