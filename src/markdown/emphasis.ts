import type MarkdownIt from 'markdown-it'
import type { InlineRule } from './stock-rules'

const asterisk = 0x2a

/**
 * `*i*` and `**b**`. A run of asterisks opens unless a blank follows it and closes unless a blank
 * precedes it, so it works inside words in any script; underscores are no markup.
 *
 * Source: protocol notes 8.2.
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

/**
 * Markup does not go across lines: markdown-it pairs delimiters within one list, so each line of the
 * text, and of the label of a link in it, gets a list of its own.
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

/** `***x***` is bold around italic here, and the other way round in markdown-it. */
function putStrongOutside({ tokens }: MarkdownIt.StateInline): void {
  const openings: number[] = []
  const openingOf = new Map<number, number>()
  for (const [index, { type }] of tokens.entries()) {
    if (type === 'em_open' || type === 'strong_open') openings.push(index)
    if (type !== 'em_close' && type !== 'strong_close') continue

    const opening = openings.pop() ?? 0
    openingOf.set(index, opening)
    const innerOpening = neighbour(tokens, opening, 1)
    const innerClosing = neighbour(tokens, index, -1)
    const isStrongWithin =
      type === 'em_close' &&
      tokens[innerOpening]?.type === 'strong_open' &&
      openingOf.get(innerClosing) === innerOpening
    if (!isStrongWithin) continue
    swap(tokens, opening, innerOpening)
    swap(tokens, innerClosing, index)
  }
}

/** The next token in a direction; a used asterisk has left an empty one between. */
function neighbour(tokens: MarkdownIt.Token[], index: number, step: 1 | -1): number {
  const next = tokens[index + step]
  return next?.type === 'text' && next.content === '' ? index + 2 * step : index + step
}

function swap(tokens: MarkdownIt.Token[], one: number, other: number): void {
  const [first, second] = [tokens[one], tokens[other]]
  if (first && second) [tokens[one], tokens[other]] = [second, first]
}

export function useEmphasis(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_asterisks', asterisks)
  md.inline.ruler2.enable(['strikethrough', 'emphasis'])
  md.inline.ruler.enable('strikethrough')
  md.inline.ruler2.before('balance_pairs', 'parley_separate_lines', separateLines)
  md.inline.ruler2.after('emphasis', 'parley_strong_outside', putStrongOutside)
  md.renderer.rules['s_open'] = () => '<del>'
  md.renderer.rules['s_close'] = () => '</del>'
}
