import type MarkdownIt from 'markdown-it'
import { codeBlockHtml } from './code-blocks'
import { environmentOf } from './environment'
import { mathBlockHtml } from './math'
import { withinDepth } from './stock-rules'
import type { BlockRule } from './stock-rules'

/** A line of a fence, at its beginning perhaps with a language: `python`, `.python`, `{.python}`. */
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

/** So far that it is code. */
function isIndented({ sCount, blkIndent }: MarkdownIt.StateBlock, line: number): boolean {
  return (sCount[line] ?? 0) - blkIndent >= 4
}

function lineText({ src, bMarks, tShift, eMarks }: MarkdownIt.StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd()
}

export function useFences(md: MarkdownIt.MarkdownIt): void {
  const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }
  md.block.ruler.at('fence', withinDepth(fence), interrupts)
  md.block.ruler.enable(['fence', 'code'])
  md.renderer.rules['parley_code_block'] = (tokens, index, _options, env = {}) =>
    codeBlockHtml(tokens, index, environmentOf({ env }))
  md.renderer.rules['code_block'] = md.renderer.rules['parley_code_block']
  md.renderer.rules['parley_math_block'] = (tokens, index, _options, env = {}) =>
    `${mathBlockHtml(tokens[index]?.content.trimEnd() ?? '', environmentOf({ env }))}\n`
}
