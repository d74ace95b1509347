import { nestsFences, openFences } from '../../../shared/rules/fences'
import type { Fence } from '../../../shared/rules/fences'
import { continueList } from './format'
import type { Edit, Selected } from './format'

/** An open fence, and the marks of the quote that it is in. */
interface Place {
  fence: Fence
  quote: string
}

const quoteMarks = /^(?: {0,3}> ?)+/

/** The innermost fence that a text leaves open, also within a quote whose lines begin with `>`. */
export function openFenceOf(text: string): Place | undefined {
  const outer = openFences(text).at(-1)
  const lines = text.split('\n')
  const quote = quoteMarks.exec(lines.at(-1) ?? '')?.[0]
  if (quote === undefined || (outer && !nestsFences(outer))) {
    return outer && { fence: outer, quote: '' }
  }
  const first = lines.findLastIndex((line) => !quoteMarks.test(line)) + 1
  const depth = quote.split('>').length - 1
  const marks = new RegExp(`^(?: {0,3}> ?){0,${depth}}`)
  const quoted = lines.slice(first).map((line) => line.replace(marks, ''))
  const inner = openFences(quoted.join('\n')).at(-1)
  return inner ? { fence: inner, quote } : outer && { fence: outer, quote: '' }
}

/** What a new line begins with: the marks of a quoted fence, or the next item of a list; undefined for a plain line. */
export function beginLine(selected: Selected): Edit | undefined {
  const { text, start, end } = selected
  const place = openFenceOf(text.slice(0, start))
  if (!place || (nestsFences(place.fence) && place.quote === '')) return continueList(selected)
  if (place.quote === '') return undefined
  const added = `\n${place.quote}`
  const cursor = start + added.length
  return { start, end, text: added, selectStart: cursor, selectEnd: cursor }
}

/** Spans of a paragraph that no link can be in: code, formulas, links, addresses, times, mentions. */
const spans =
  /(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)|\$\$[^]*?\$\$|!?\[[^[\]\n]*\]\([^)\n]*\)?|<[^\s<>]+>|[@#]_?\*\*[^*\n]+\*\*|https?:\/\/\S+/g

/**
 * Whether a link in the place of the selection would be shown as text, or break the markup around: in code, in a formula,
 * in the label or the target of a link.
 */
export function isLinkless(selected: Selected): boolean {
  const { text, start, end } = selected
  const place = openFenceOf(text.slice(0, start))
  if (place && !nestsFences(place.fence)) return true
  const { lineStart, from, to } = paragraphOf(selected)
  const line = text.slice(lineStart).replace(quoteMarks, '')
  if (/^ {0,3}(?:`{3}|~{3})/.test(line) || isIndentedCode(text, lineStart)) return true
  // A span that is not closed yet.
  if ((text.slice(lineStart, start).split('`').length - 1) % 2 === 1) return true
  return [...text.slice(from, to).matchAll(spans)].some(({ 0: span, index }) => {
    const [first, last] = [from + index, from + index + span.length]
    const isWhole = start <= first && last <= end
    return first < end && start < last && !isWhole
  })
}

/** The lines around a selection up to blank lines and fences, and where its first line starts. */
function paragraphOf({ text, start, end }: Selected): {
  lineStart: number
  from: number
  to: number
} {
  const before = text.slice(0, start).split('\n')
  const after = text.slice(end).split('\n')
  const lineStart = start - (before.pop() ?? '').length
  const first = before.findLastIndex(isBorder) + 1
  const last = after.findIndex((line, index) => index > 0 && isBorder(line))
  const lead = before.slice(first).map((line) => `${line}\n`)
  const rest = after.slice(0, last < 0 ? after.length : last)
  return { lineStart, from: lineStart - lead.join('').length, to: end + rest.join('\n').length }
}

/** Whether a line ends the paragraph above. */
const isBorder = (line: string) => /^\s*$|^[ >]*(?:`{3}|~{3})/.test(line)

function isIndentedCode(text: string, lineStart: number): boolean {
  const indent = /^(?: {4}|\t)/
  const before = text.slice(0, lineStart).split('\n').slice(0, -1)
  const block = before.findLast((line) => !indent.test(line)) ?? ''
  return indent.test(text.slice(lineStart)) && block.trim() === ''
}
