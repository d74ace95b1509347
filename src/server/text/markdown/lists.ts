import type MarkdownIt from 'markdown-it'
import { stockBlockRule, withinDepth } from './rules'
import type { BlockRule } from './rules'

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
  if (
    !mayBeMarker.test(
      state.src.charAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)),
    )
  )
    return false
  const line = lineText(state, startLine)
  if (!itemMarker.test(line)) return false

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
export function columnInText(state: MarkdownIt.StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - (columnsMoved.get(state)?.[line] ?? 0)
}

/** The text of a line without the blanks around it. */
export function lineText(state: MarkdownIt.StateBlock, line: number): string {
  const { src, bMarks, tShift, eMarks } = state
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd()
}

export function useLists(md: MarkdownIt.MarkdownIt): void {
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
