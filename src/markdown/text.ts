import type MarkdownIt from 'markdown-it'
import { escapeText } from './html'
import type { InlineRule } from './stock-rules'

/**
 * A run of blanks, of ASCII letters, digits and underscores, or of letters of most other scripts. It
 * holds no emoji and ends before all punctuation, so that the rules get a look at every place where
 * one of them may begin.
 */
const chunkPattern = /[ \t]+|\w+|[\u00c0-\u1fff\u3040-\u31ff\u3400-\ud7ff]+/y

const entityPattern = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y

/** Matches a sticky pattern where the state stands, within the part of the text it may look at. */
export function matchHere(pattern: RegExp, state: MarkdownIt.StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos
  const match = pattern.exec(state.src)
  return match && state.pos + match[0].length <= state.posMax ? match : null
}

/** The character before the state's position; a newline at the beginning of the text. */
export function characterBefore(state: MarkdownIt.StateInline): string {
  return state.src[state.pos - 1] ?? '\n'
}

export const textRule: InlineRule = (state, silent) => {
  const match = matchHere(chunkPattern, state)
  if (!match) return false
  if (!silent) state.pending += match[0]
  state.pos += match[0].length
  return true
}

/** HTML entities pass through as they were typed. Source: protocol notes 8.1. */
export const entityRule: InlineRule = (state, silent) => {
  const match = matchHere(entityPattern, state)
  if (!match) return false
  if (!silent) state.push('entity', '', 0).content = match[0]
  state.pos += match[0].length
  return true
}

export function useText(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.at('text', textRule)
  md.inline.ruler.push('parley_entity', entityRule)
  md.renderer.rules.text = (tokens, index) => escapeText(tokens[index]?.content ?? '')
  md.renderer.rules.entity = (tokens, index) => tokens[index]?.content ?? ''
}
