import type MarkdownIt from 'markdown-it'
import { isIndented, lineStart, lineText, stockBlockRule, withinDepth } from './rules'
import type { BlockRule } from './rules'

/*
 * Blocks without content stay text, because a message of `>` or `#` alone would be shown as nothing.
 * Source: docs/protocol/markdown.md#empty-blocks.
 */

const stockHeading = stockBlockRule('heading')
const emptyHeading = /^#{1,6}(?:[ \t]+#*)?$/

/** A heading with a text. */
export const heading: BlockRule = (state, startLine, endLine, silent) =>
  state.src[lineStart(state, startLine)] === '#' &&
  !emptyHeading.test(lineText(state, startLine)) &&
  stockHeading(state, startLine, endLine, silent)

const stockQuote = withinDepth(stockBlockRule('blockquote'))

/** A quote by `>` with a text. */
export const quote: BlockRule = (state, startLine, endLine, silent) =>
  state.src[lineStart(state, startLine)] === '>' &&
  !isEmptyQuote(state, startLine, endLine) &&
  stockQuote(state, startLine, endLine, silent)

/** For each line with nothing but `>`, the place where it begins and whether the quote has no content. */
type Verdicts = Map<number, { start: number; isEmpty: boolean }>

const verdictsOf = new WeakMap<MarkdownIt.StateBlock, Verdicts>()

/** Whether the lines of a quote hold only `>`. Each line is read once, whatever the number of lines before it. */
function isEmptyQuote(state: MarkdownIt.StateBlock, startLine: number, endLine: number): boolean {
  const verdicts = verdictsOf.get(state) ?? new Map<number, never>()
  verdictsOf.set(state, verdicts)
  const known = verdicts.get(startLine)
  if (known?.start === lineStart(state, startLine)) return known.isEmpty

  const isQuoted = (line: number) => state.src[lineStart(state, line)] === '>' && line < endLine
  let line = startLine
  while (isQuoted(line) && lineText(state, line) === '>') line++
  const isEmpty = line > startLine && !(isQuoted(line) && !isIndented(state, line))
  for (let read = startLine; read < line; read++) {
    verdicts.set(read, { start: lineStart(state, read), isEmpty })
  }
  return isEmpty
}

/** Whether lines hold nothing but blanks. */
export function isBlank(state: MarkdownIt.StateBlock, startLine: number, endLine: number): boolean {
  let line = startLine
  while (line < endLine && state.isEmpty(line)) line++
  return line >= endLine
}

/** A paragraph with an inline text. */
export function pushParagraph(state: MarkdownIt.StateBlock, text: string): void {
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = text
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}
