import type MarkdownIt from 'markdown-it'
import { stockBlockRule, withinDepth } from './stock-rules'
import type { BlockRule } from './stock-rules'

const stockList = stockBlockRule('list')
const numberedLine = /^( {0,3})([0-9]{1,9})(\. +\S.*)$/

/**
 * Lists have bullets only, and only one with `*` may follow the line of a paragraph directly: there
 * `-` and `+` are rather a dash and a sum. Within a list they begin a nested one.
 *
 * Source: protocol notes 8.1.
 */
const bulletList: BlockRule = (state, startLine, endLine, silent) => {
  const marker = state.src.charAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0))
  if (!/[*+-]/.test(marker)) return false
  const interruptsParagraph = silent && state.parentType === 'paragraph' && state.blkIndent === 0
  if (interruptsParagraph && marker !== '*') return false
  return stockList(state, startLine, endLine, silent)
}

/** Ordered lists are text, but people who number each line 1 get theirs counted. */
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

export function useLists(md: MarkdownIt.MarkdownIt): void {
  const interrupts = { alt: ['paragraph', 'reference', 'blockquote'] }
  md.block.ruler.at('list', withinDepth(bulletList), interrupts)
  md.block.ruler.enable('list')
  md.core.ruler.after('block', 'parley_renumber', renumber)
  // A list within an item follows the item's text without a newline.
  md.renderer.rules['bullet_list_open'] = () => '<ul>\n'
}
