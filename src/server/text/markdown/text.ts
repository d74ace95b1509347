import type MarkdownIt from 'markdown-it'
import { escapeText, element } from '../html'
import { matchHere, stockInlineRule } from './rules'
import type { InlineRule } from './rules'

/**
 * A run of blanks, of ASCII letters, digits and underscores, or of letters of most other scripts. It holds no
 * emoji and ends before all punctuation, so that the rules are tried at every position where one of them may
 * match; also before the digit of a keycap.
 */
const chunk = /[ \t]+|\w+(?![\ufe0f\u20e3])|[\u00c0-\u1fff\u3040-\u31ff\u3400-\ud7ff]+/y

const entity = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y

/** Plain text, a chunk at a time. */
const textRule: InlineRule = (state, silent) => {
  const match = matchHere(chunk, state)
  if (!match) return false
  if (!silent) state.pending += match[0]
  state.pos += match[0].length
  return true
}

/** HTML entities pass through as they were typed. Source: docs/protocol/markdown.md#entities. */
const entityRule: InlineRule = (state, silent) => {
  const match = matchHere(entity, state)
  if (!match) return false
  if (!silent) state.push('entity', '', 0).content = match[0]
  state.pos += match[0].length
  return true
}

const stockBackticks = stockInlineRule('backticks')

/**
 * Inline code, as in markdown-it, but blanks at its ends stay.
 * Source: docs/protocol/markdown.md#inline-code.
 */
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

const asterisk = 0x2a

/**
 * `*i*` and `**b**`. A run of asterisks opens unless a blank follows it and closes unless a blank precedes
 * it, so it works inside words in any script; underscores are literal.
 *
 * Source: docs/protocol/markdown.md#emphasis.
 */
const asterisks: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state
  if (silent || src.charCodeAt(start) !== asterisk) return false

  let end = start
  while (end < posMax && src.charCodeAt(end) === asterisk) end++
  const canOpen = end < posMax && !/\s/.test(src.charAt(end))
  const canClose = start > 0 && !/\s/.test(src.charAt(start - 1))
  for (let i = start; i < end; i++) {
    state.push('text', '', 0).content = '*'
    state.delimiters.push({
      marker: asterisk,
      length: end - start,
      token: state.tokens.length - 1,
      end: -1,
      open: canOpen,
      close: canClose,
    })
  }
  state.pos = end
  return true
}

const tilde = 0x7e

/** `~~s~~`, with or without blanks inside. Source: docs/protocol/markdown.md#emphasis. */
const tildes: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state
  if (silent || src.charCodeAt(start) !== tilde) return false

  let end = start
  while (end < posMax && src.charCodeAt(end) === tilde) end++
  state.push('text', '', 0).content = src.slice(start, end)
  if (end - start === 2) {
    const token = state.tokens.length - 1
    // Length 0: only pairs of asterisks depend on it.
    state.delimiters.push({ marker: tilde, length: 0, token, end: -1, open: true, close: true })
  }
  state.pos = end
  return true
}

/**
 * Keeps markup from spanning lines: markdown-it pairs delimiters within one list, so each line of the text,
 * and of the label of a link in it, gets a list of its own.
 */
function separateLines(state: MarkdownIt.StateInline): void {
  let line = 0
  const lineOfToken = state.tokens.map(({ type }) => (type === 'softbreak' ? ++line : line))
  if (line === 0) return

  const labels = state.tokens_meta.map((meta) => meta?.delimiters ?? [])
  const lists = [state.delimiters, ...labels].flatMap((list) => splitByLine(list, lineOfToken))
  state.delimiters = []
  state.tokens_meta = lists.map((delimiters) => ({ delimiters }))
}

function splitByLine(
  list: MarkdownIt.Delimiter[],
  lineOfToken: number[],
): MarkdownIt.Delimiter[][] {
  const lists = new Map<number, MarkdownIt.Delimiter[]>()
  for (const delimiter of list) {
    const line = lineOfToken[delimiter.token] ?? 0
    const ofLine = lists.get(line)
    if (ofLine) ofLine.push(delimiter)
    else lists.set(line, [delimiter])
  }
  return [...lists.values()]
}

/** Makes `***x***` bold around italic; markdown-it nests them the other way round. */
function putStrongOutside({ tokens }: MarkdownIt.StateInline): void {
  const openings: number[] = []
  const openingOf = new Map<number, number>()
  for (const [index, { type }] of tokens.entries()) {
    if (type === 'em_open' || type === 'strong_open') openings.push(index)
    if (type !== 'em_close' && type !== 'strong_close') continue

    const opening = openings.pop() ?? 0
    openingOf.set(index, opening)
    const innerOpening = neighbor(tokens, opening, 1)
    const innerClosing = neighbor(tokens, index, -1)
    const isStrongWithin =
      type === 'em_close' &&
      tokens[innerOpening]?.type === 'strong_open' &&
      openingOf.get(innerClosing) === innerOpening
    if (!isStrongWithin) continue
    swap(tokens, opening, innerOpening)
    swap(tokens, innerClosing, index)
  }
}

/** The next token in a direction; a consumed asterisk has left an empty one between. */
function neighbor(tokens: MarkdownIt.Token[], index: number, step: 1 | -1): number {
  const next = tokens[index + step]
  return next?.type === 'text' && next.content === '' ? index + 2 * step : index + step
}

function swap(tokens: MarkdownIt.Token[], one: number, other: number): void {
  const [first, second] = [tokens[one], tokens[other]]
  if (first && second) [tokens[one], tokens[other]] = [second, first]
}

export function useText(md: MarkdownIt.MarkdownIt): void {
  const { ruler, ruler2 } = md.inline
  ruler.at('text', textRule)
  ruler.at('backticks', backticks)
  ruler.enable(['backticks'])
  ruler.push('parley_entity', entityRule)
  ruler.push('parley_asterisks', asterisks)
  ruler.push('parley_tildes', tildes)
  ruler2.enable(['strikethrough', 'emphasis'])
  ruler2.before('balance_pairs', 'parley_separate_lines', separateLines)
  ruler2.after('emphasis', 'parley_strong_outside', putStrongOutside)

  const { rules } = md.renderer
  rules.text = (tokens, index) => escapeText(tokens[index]?.content ?? '')
  rules.entity = (tokens, index) => tokens[index]?.content ?? ''
  rules.code_inline = (tokens, index) =>
    element('code', {}, escapeText(tokens[index]?.content ?? ''))
  rules['s_open'] = () => '<del>'
  rules['s_close'] = () => '</del>'
}
