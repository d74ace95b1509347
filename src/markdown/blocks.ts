import type MarkdownIt from 'markdown-it'
import { stockBlockRule, withinDepth } from './rules'
import type { BlockRule } from './rules'
import { codeBlockHtml } from './code-blocks'
import { environmentOf } from './environment'
import { mathBlockHtml } from './math'

const stockList = stockBlockRule('list')
const numberedLine = /^( {0,3})([0-9]{1,9})(\. +\S.*)$/

/**
 * Lists have bullets only, and only one with `*` may follow the line of a paragraph directly: there
 * `-` and `+` are rather a dash and a sum. Within a list they begin a nested one.
 *
 * Source: docs/protocol/markdown.md#lists.
 */
const bulletList: BlockRule = (state, startLine, endLine, silent) => {
  const marker = state.src.charAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0))
  if (!/[*+-]/.test(marker)) return false
  const interruptsParagraph = silent && state.parentType === 'paragraph' && state.blkIndent === 0
  if (interruptsParagraph && marker !== '*') return false
  return stockList(state, startLine, endLine, silent)
}

/** Counts the lines of who numbers each of them 1. Ordered lists are text otherwise. */
function renumber({ tokens }: MarkdownIt.StateCore): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open') continue
    token.content = renumberLines(token.content.split('\n')).join('\n')
  }
}

function renumberLines(lines: string[]): string[] {
  const numbers = lines.map((line) => numberedLine.exec(line)?.[2])
  let count = 0
  return lines.map((line, index) => {
    const number = numbers[index]
    count = number !== undefined && number === numbers[index - 1] ? count + 1 : 0
    return count === 0 ? line : line.replace(numberedLine, `$1${Number(number) + count}$3`)
  })
}

const stockTable = stockBlockRule('table')

/** Limit of cells in a table: short rows are filled up, so a few bytes could make very many. */
const mostCells = 5000

/** A table as in markdown-it, though not of any size: a larger one stays text. */
const table: BlockRule = (state, startLine, endLine, silent) => {
  const columns = state.src
    .slice(state.bMarks[startLine], state.eMarks[startLine])
    .split('|').length
  if (columns * (endLine - startLine) > mostCells) return false
  return stockTable(state, startLine, endLine, silent)
}

/** A cell with its alignment in an attribute; markdown-it puts it into a style. */
const alignedCell: MarkdownIt.RendererRule = (tokens, index) => {
  const { tag = 'td', attrs } = tokens[index] ?? {}
  const align = /^text-align:(left|right|center)$/.exec(String(attrs?.[0]?.[1] ?? ''))?.[1]
  return align === undefined ? `<${tag}>` : `<${tag} align="${align}">`
}

/**
 * The first or last line of a fence; the first may name a language: `python`, `.python`,
 * `{.python}`.
 */
const fencePattern = /^(`{3,}|~{3,})[ \t]*([\w#+./{}-]*)$/

type FenceKind = 'code' | 'math' | 'quote'
const kinds = new Map<string, FenceKind>([
  ['quote', 'quote'],
  ['quoted', 'quote'],
  ['math', 'math'],
  ['tex', 'math'],
  ['latex', 'math'],
])

interface Fence {
  /** The three or more characters that the closing line must repeat. */
  markup: string
  kind: FenceKind
  language: string
}

/** ```` ``` ```` or `~~~` around code, TeX or, in Markdown of its own, a quote. */
const fence: BlockRule = (state, startLine, endLine, silent) => {
  const opening = readFence(state, startLine)
  if (!opening) return false
  if (silent) return true

  const closingLine = findClosingLine(state, startLine, endLine, opening)
  const isClosed = closingLine < endLine && closes(state, closingLine, opening)
  if (opening.kind === 'quote') pushQuote(state, startLine, closingLine)
  else pushCode(state, startLine, closingLine, opening)
  state.line = isClosed ? closingLine + 1 : closingLine
  return true
}

function pushCode(
  state: MarkdownIt.StateBlock,
  startLine: number,
  closingLine: number,
  { kind, language }: Fence,
): void {
  const token = state.push(`parley_${kind}_block`, '', 0)
  token.content = state.getLines(startLine + 1, closingLine, state.sCount[startLine] ?? 0, true)
  token.info = language
  token.map = [startLine, closingLine]
}

function pushQuote(state: MarkdownIt.StateBlock, startLine: number, closingLine: number): void {
  const { lineMax, parentType } = state
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, closingLine]
  state.lineMax = closingLine
  state.parentType = 'blockquote'
  state.md.block.tokenize(state, startLine + 1, closingLine)
  state.lineMax = lineMax
  state.parentType = parentType
  state.push('blockquote_close', 'blockquote', -1)
}

/**
 * The line that closes a fence, or the one after the last of its container. Within a quote, fences
 * open and close on their own; code is looked at only for its end.
 */
function findClosingLine(
  state: MarkdownIt.StateBlock,
  startLine: number,
  endLine: number,
  opening: Fence,
): number {
  const open = [opening]
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return line
    const innermost = open.at(-1) ?? opening
    if (closes(state, line, innermost)) {
      open.pop()
      if (open.length === 0) return line
    } else if (innermost.kind === 'quote') {
      const inner = readFence(state, line)
      if (inner) open.push(inner)
    }
  }
  return endLine
}

function readFence(state: MarkdownIt.StateBlock, line: number): Fence | undefined {
  if (isIndented(state, line)) return
  const [, markup, info = ''] = fencePattern.exec(lineText(state, line)) ?? []
  if (markup === undefined) return
  const language = info.replace(/^\{?\.?|\}$/g, '')
  return { markup, language, kind: kinds.get(language.toLowerCase()) ?? 'code' }
}

function closes(state: MarkdownIt.StateBlock, line: number, { markup }: Fence): boolean {
  return !isIndented(state, line) && lineText(state, line) === markup
}

/** Whether a line stands so far in that it is code. */
function isIndented({ sCount, blkIndent }: MarkdownIt.StateBlock, line: number): boolean {
  return (sCount[line] ?? 0) - blkIndent >= 4
}

function lineText({ src, bMarks, tShift, eMarks }: MarkdownIt.StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd()
}

export function useBlocks(md: MarkdownIt.MarkdownIt): void {
  const { ruler } = md.block
  const quote = withinDepth(stockBlockRule('blockquote'))
  ruler.at('blockquote', quote, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  ruler.at('fence', withinDepth(fence), { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  ruler.at('list', withinDepth(bulletList), { alt: ['paragraph', 'reference', 'blockquote'] })
  ruler.at('table', table, { alt: ['paragraph', 'reference'] })
  ruler.enable(['blockquote', 'fence', 'code', 'list', 'table'])
  md.core.ruler.after('block', 'parley_renumber', renumber)

  const { rules } = md.renderer
  // A list within an item follows the item's text without a newline.
  rules['bullet_list_open'] = () => '<ul>\n'
  rules['th_open'] = alignedCell
  rules['td_open'] = alignedCell
  rules['parley_code_block'] = (tokens, index, _options, env = {}) =>
    codeBlockHtml(tokens, index, environmentOf({ env }))
  rules['code_block'] = rules['parley_code_block']
  rules['parley_math_block'] = (tokens, index, _options, env = {}) =>
    `${mathBlockHtml(tokens[index]?.content.trimEnd() ?? '', environmentOf({ env }))}\n`
}
