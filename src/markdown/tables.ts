import type MarkdownIt from 'markdown-it'
import { stockBlockRule } from './stock-rules'
import type { BlockRule } from './stock-rules'

const stockTable = stockBlockRule('table')

/** Short rows are filled up with cells, so a few bytes could make very many of them. */
const mostCells = 5000

/** As in markdown-it, though not of any size: a larger one stays text. */
const table: BlockRule = (state, startLine, endLine, silent) => {
  const columns = state.src
    .slice(state.bMarks[startLine], state.eMarks[startLine])
    .split('|').length
  if (columns * (endLine - startLine) > mostCells) return false
  return stockTable(state, startLine, endLine, silent)
}

/** Cells say their alignment in an attribute, which markdown-it puts into a style. */
const alignedCell: MarkdownIt.RendererRule = (tokens, index) => {
  const { tag = 'td', attrs } = tokens[index] ?? {}
  const align = /^text-align:(left|right|center)$/.exec(String(attrs?.[0]?.[1] ?? ''))?.[1]
  return align === undefined ? `<${tag}>` : `<${tag} align="${align}">`
}

export function useTables(md: MarkdownIt.MarkdownIt): void {
  md.block.ruler.at('table', table, { alt: ['paragraph', 'reference'] })
  md.block.ruler.enable('table')
  md.renderer.rules['th_open'] = alignedCell
  md.renderer.rules['td_open'] = alignedCell
}
