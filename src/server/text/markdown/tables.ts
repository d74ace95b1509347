import type MarkdownIt from 'markdown-it'
import { stockBlockRule } from './rules'
import type { BlockRule } from './rules'

const stockTable = stockBlockRule('table')

/** Max cells in a table: short rows are filled up, so a few bytes could make very many. */
const mostCells = 5000

/** The line below the header of a table. */
const delimiterRow = /^[ \t>]*[-:|][-:| \t]*$/

/**
 * A table as in markdown-it, but of limited size: a larger one stays text. A `|` within a code span is part of the code, and
 * one before the id of a mention is part of the mention.
 * Source: docs/protocol/markdown.md#tables.
 */
const table: BlockRule = (state, startLine, endLine, silent) => {
  const rawLine = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line])
  if (startLine + 1 >= endLine || !delimiterRow.test(rawLine(startLine + 1))) return false
  const { src } = state
  const standIn = unusedCharacter(src)
  const hold = (endOfRows: number) => {
    state.src = withBarsHeld(src, state.bMarks[startLine] ?? 0, endOfRows, standIn)
  }
  try {
    hold(state.eMarks[startLine] ?? 0)
    const columns = rawLine(startLine).split('|').length
    if (columns * (endLine - startLine) > mostCells) return false
    const isTable = stockTable(state, startLine, endLine, true)
    if (silent || !isTable) return isTable

    let last = startLine
    while (last + 1 < endLine && !state.isEmpty(last + 1)) last++
    hold(state.eMarks[last] ?? 0)
    const before = state.tokens.length
    if (!stockTable(state, startLine, endLine, false)) return false
    for (const token of state.tokens.slice(before)) {
      token.content = token.content.replaceAll(standIn, '|')
    }
    return true
  } finally {
    state.src = src
  }
}

/** A character that does not occur in the text. */
function unusedCharacter(text: string): string {
  let code = 0xe000
  while (text.includes(String.fromCharCode(code))) code++
  return String.fromCharCode(code)
}

/** A mention of a user with an id. */
const mentionWithId = /@_?\*\*[^*|\n]*(?<!\\)\|[0-9]{1,15}\*\*/g

/** The text with a stand-in for each `|` within a code span or a mention of a line between two places. */
function withBarsHeld(text: string, start: number, end: number, standIn: string): string {
  const rows = text.slice(start, end)
  if (!/[`@]/.test(rows)) return text
  const held = rows
    .split('\n')
    .map((row) => holdInCode(row, standIn))
    .join('\n')
    .replace(mentionWithId, (mention) => mention.replace('|', standIn))
  return text.slice(0, start) + held + text.slice(end)
}

function holdInCode(row: string, standIn: string): string {
  if (!row.includes('`')) return row
  const runs = [...row.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }))
  // From the end, so that each run finds the next one of its length at once.
  const nextOfLength = new Map<number, number>()
  const closings = runs.map(() => -1)
  for (let each = runs.length - 1; each >= 0; each--) {
    const length = runs[each]?.length ?? 0
    closings[each] = nextOfLength.get(length) ?? -1
    nextOfLength.set(length, each)
  }
  let held = ''
  let copied = 0
  for (let opening = 0; opening < runs.length; opening++) {
    const closing = closings[opening] ?? -1
    if (closing < 0) continue
    const codeStart = runs[opening]?.index ?? 0
    const codeEnd = runs[closing]?.index ?? 0
    // As in other cells, a backslash before `|` goes.
    const code = row.slice(codeStart, codeEnd).replace(/(?<!\\)\|/g, standIn)
    held += row.slice(copied, codeStart) + code
    copied = codeEnd
    opening = closing
  }
  return held + row.slice(copied)
}

/** A cell; clients know its alignment in this spelling only. */
const alignedCell: MarkdownIt.RendererRule = (tokens, index) => {
  const { tag = 'td', attrs } = tokens[index] ?? {}
  const align = /^text-align:(left|right|center)$/.exec(String(attrs?.[0]?.[1] ?? ''))?.[1]
  return align === undefined ? `<${tag}>` : `<${tag} style="text-align: ${align};">`
}

export function useTables(md: MarkdownIt.MarkdownIt): void {
  md.block.ruler.at('table', table, { alt: ['paragraph', 'reference'] })
  md.block.ruler.enable('table')
  md.renderer.rules['th_open'] = alignedCell
  md.renderer.rules['td_open'] = alignedCell
}
