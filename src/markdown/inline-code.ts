import type MarkdownIt from 'markdown-it'
import { element, escapeText } from './html'
import { stockInlineRule } from './stock-rules'
import type { InlineRule } from './stock-rules'

const stockBackticks = stockInlineRule('backticks')

/** As in markdown-it, but blanks at the ends of the code stay. Source: protocol notes 8.2. */
const backticks: InlineRule = (state, silent) => {
  const start = state.pos
  const tokensBefore = state.tokens.length
  if (!stockBackticks(state, silent)) return false

  const token = state.tokens.length > tokensBefore ? state.tokens.at(-1) : undefined
  if (token?.type === 'code_inline') {
    const fenceChars = token.markup.length
    token.content = state.src.slice(start + fenceChars, state.pos - fenceChars)
  }
  return true
}

export function useInlineCode(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.at('backticks', backticks)
  md.inline.ruler.enable('backticks')
  md.renderer.rules.code_inline = (tokens, index) =>
    element('code', {}, escapeText(tokens[index]?.content ?? ''))
}
