import type MarkdownIt from 'markdown-it'
import { nestsFences, readFence } from '../../../shared/rules/fences'
import type { Fence } from '../../../shared/rules/fences'
import { codeBlockHtml } from './code-blocks'
import { environmentOf } from './environment'
import { heading, isBlank, pushParagraph, quote } from './empty-blocks'
import { mathBlockHtml } from './math'
import { isIndented, lineStart, lineText, stockBlockRule, withinDepth } from './rules'
import type { BlockRule } from './rules'
import { useTables } from './tables'

/** ```` ``` ```` or `~~~` around code, TeX, a quote or a spoiler; the last two contain Markdown. */
const fence: BlockRule = (state, startLine, endLine, silent) => {
  const opening = fenceAt(state, startLine)
  if (!opening) return false
  if (silent) return true

  const closingLine = findClosingLine(state, startLine, endLine, opening)
  const isClosed = closingLine < endLine && closes(state, closingLine, opening)
  if (opening.kind === 'quote') pushQuote(state, startLine, closingLine)
  else if (opening.kind === 'spoiler') pushSpoiler(state, startLine, closingLine, opening)
  else pushCode(state, startLine, closingLine, opening)
  state.line = isClosed ? closingLine + 1 : closingLine
  return true
}

function pushCode(
  state: MarkdownIt.StateBlock,
  startLine: number,
  closingLine: number,
  { kind, info }: Fence,
): void {
  const token = state.push(`parley_${kind}_block`, '', 0)
  const column = columnInText(state, startLine)
  token.content = state.getLines(startLine + 1, closingLine, column, true)
  const isNameless = kind === 'code' && info === ''
  token.info = isNameless ? environmentOf(state).defaultCodeLanguage : info
  token.map = [startLine, closingLine]
}

function pushQuote(state: MarkdownIt.StateBlock, startLine: number, closingLine: number): void {
  // As an empty quote by `>`.
  if (isBlank(state, startLine + 1, closingLine)) return pushParagraph(state, '>')
  state.push('blockquote_open', 'blockquote', 1).map = [startLine, closingLine]
  pushContent(state, startLine, closingLine)
  state.push('blockquote_close', 'blockquote', -1)
}

/** Source: docs/protocol/markdown.md#spoilers. */
function pushSpoiler(
  state: MarkdownIt.StateBlock,
  startLine: number,
  closingLine: number,
  { info }: Fence,
): void {
  state.push('parley_spoiler_open', '', 1).map = [startLine, closingLine]
  if (info !== '') pushParagraph(state, info)
  state.push('parley_spoiler_content', '', 0)
  pushContent(state, startLine, closingLine)
  state.push('parley_spoiler_close', '', -1)
}

/** Parses the lines between two others as Markdown. */
function pushContent(state: MarkdownIt.StateBlock, startLine: number, closingLine: number): void {
  const { lineMax, parentType } = state
  state.lineMax = closingLine
  state.parentType = 'blockquote'
  state.md.block.tokenize(state, startLine + 1, closingLine)
  state.lineMax = lineMax
  state.parentType = parentType
}

/**
 * The line that closes a fence, or the one after the last of its container. Within a quote or a spoiler,
 * nested fences are matched in pairs; within code only the closing line counts.
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
    } else if (nestsFences(innermost)) {
      const inner = fenceAt(state, line)
      if (inner) open.push(inner)
    }
  }
  return endLine
}

function fenceAt(state: MarkdownIt.StateBlock, line: number): Fence | undefined {
  const first = state.src[lineStart(state, line)]
  if ((first !== '`' && first !== '~') || isIndented(state, line)) return
  return readFence(lineText(state, line))
}

function closes(state: MarkdownIt.StateBlock, line: number, { markup }: Fence): boolean {
  return !isIndented(state, line) && lineText(state, line) === markup
}

const stockList = stockBlockRule('list')

const mayBeMarker = /[*+0-9-]/
/** The marker of an item with the blanks after it: `* `, `12. `. */
const itemMarker = /^(?:[*+-]|[0-9]{1,9}\.)(?:[ \t]+|$)/
/** An item that can begin a list right after the line of a paragraph. */
const itemAfterText = /^(?:[*+-]|[0-9]\.)[ \t]+\S/
/** An item within another one; its number may have several digits. */
const itemWithinItem = /^(?:[*+-]|[0-9]{1,9}\.)[ \t]+\S/

/** Min columns that a line must be indented more than an item to belong to it. */
const nestingColumns = 2

/**
 * Lists as in markdown-it, but they may follow the line of a paragraph directly, numbers end with a period,
 * and two blanks nest under any marker.
 *
 * Source: docs/protocol/markdown.md#lists.
 */
const list: BlockRule = (state, startLine, endLine, silent) => {
  // A quick check first: nearly every line gets here.
  if (!mayBeMarker.test(state.src.charAt(lineStart(state, startLine)))) return false
  const line = lineText(state, startLine)
  if (!itemMarker.test(line) || isEmptyItem(state, startLine, endLine)) return false

  const indent = (state.sCount[startLine] ?? 0) - state.blkIndent
  if (silent && state.parentType === 'paragraph' && indent >= 0) {
    return indent < 4 && (state.blkIndent === 0 ? itemAfterText : itemWithinItem).test(line)
  }
  if (silent) return stockList(state, startLine, endLine, silent)

  const moved = moveNestedLines(state, startLine, endLine)
  const isList = stockList(state, startLine, endLine, false)
  for (const [movedLine, columns] of moved) moveLine(state, movedLine, -columns)
  return isList
}

/**
 * Whether an item at the beginning of a list has neither text nor a line that belongs to it. With a blank after the
 * marker, another item of its kind may follow.
 */
function isEmptyItem(state: MarkdownIt.StateBlock, startLine: number, endLine: number): boolean {
  const marker = lineText(state, startLine)
  const next = startLine + 1
  if (itemMarker.exec(marker)?.[0] !== marker) return false
  if (next >= endLine || state.isEmpty(next)) return true
  const indent = (state.sCount[next] ?? 0) - (state.sCount[startLine] ?? 0)
  if (indent >= nestingColumns) return false
  const hasBlank = lineStart(state, startLine) + marker.length < (state.eMarks[startLine] ?? 0)
  const text = lineText(state, next)
  const isFollowed = itemWithinItem.test(text) && kindOf(text) === kindOf(marker)
  return !(hasBlank && isFollowed && indent >= 0)
}

/** Columns by which lines were shifted, by state and line. */
const columnsMoved = new WeakMap<MarkdownIt.StateBlock, number[]>()

/** Shifts lines nested by two blanks to the column where markdown-it expects them: below the item's text. */
function moveNestedLines(
  state: MarkdownIt.StateBlock,
  startLine: number,
  endLine: number,
): Array<[line: number, columns: number]> {
  const listIndent = state.sCount[startLine] ?? 0
  const kind = kindOf(lineText(state, startLine))
  const moved: Array<[line: number, columns: number]> = []
  let columns = 0
  for (let line = startLine; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    const indent = (state.sCount[line] ?? 0) - listIndent
    if (indent >= nestingColumns) {
      if (columns > 0) moved.push([line, columns])
      continue
    }
    // Any other line ends the search, so that no line is scanned by many lists.
    const text = lineText(state, line)
    const marker = itemMarker.exec(text)?.[0]
    if (marker === undefined || indent < 0 || kindOf(text) !== kind) break
    columns = Math.max(0, Math.min(marker.length, 6) - nestingColumns)
  }
  for (const [line, by] of moved) moveLine(state, line, by)
  return moved
}

function kindOf(text: string): string {
  return /^[0-9]/.test(text) ? '1' : text.charAt(0)
}

function moveLine(state: MarkdownIt.StateBlock, line: number, columns: number): void {
  const moved = columnsMoved.get(state) ?? []
  moved[line] = (moved[line] ?? 0) + columns
  columnsMoved.set(state, moved)
  state.sCount[line] = (state.sCount[line] ?? 0) + columns
}

/** The column at which a line begins in the source text. */
function columnInText(state: MarkdownIt.StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - (columnsMoved.get(state)?.[line] ?? 0)
}

function useLists(md: MarkdownIt.MarkdownIt): void {
  md.block.ruler.at('list', withinDepth(list), { alt: ['paragraph', 'reference', 'blockquote'] })
  md.block.ruler.enable('list')

  const { rules } = md.renderer
  // A list within an item follows the item's text without a newline.
  rules['bullet_list_open'] = () => '<ul>\n'
  rules['ordered_list_open'] = (tokens, index) => {
    const start = tokens[index]?.attrGet('start')
    return start === null || start === undefined ? '<ol>\n' : `<ol start="${Number(start)}">\n`
  }
}

export function useBlocks(md: MarkdownIt.MarkdownIt): void {
  const { ruler } = md.block
  ruler.at('heading', heading, { alt: ['paragraph', 'reference', 'blockquote'] })
  ruler.at('blockquote', quote, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  ruler.at('fence', withinDepth(fence), { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  ruler.enable(['blockquote', 'code', 'fence', 'heading'])
  md.use(useTables)
  md.use(useLists)

  const { rules } = md.renderer
  rules['parley_code_block'] = (tokens, index, _options, env = {}) =>
    codeBlockHtml(tokens[index], environmentOf({ env }))
  rules['code_block'] = rules['parley_code_block']
  rules['parley_math_block'] = (tokens, index, _options, env = {}) =>
    `${mathBlockHtml(tokens[index]?.content.trimEnd() ?? '', environmentOf({ env }))}\n`
  rules['parley_spoiler_open'] = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  rules['parley_spoiler_content'] = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  rules['parley_spoiler_close'] = () => '</div></div>\n'
}
