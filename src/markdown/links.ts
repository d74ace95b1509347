import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { InlineRule } from './stock-rules'
import { characterBefore } from './text'
import { linkAttributes, linkTarget } from './urls'

const blanksPattern = /\s*/y
/** The tip that Markdown allows after a target is read and dropped. */
const restOfLink = /\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*)?\)/y

/** As in markdown-it; without a limit, each of many openings would be followed to the end. */
const deepestParentheses = 32

interface WrittenTarget {
  url: string
  /** Position after the closing parenthesis. */
  end: number
}

/** `[text](target)`. References and images are not supported. Source: protocol notes 8.2. */
const link: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state
  if (src[start] !== '[' || characterBefore(state) === '!') return false

  const labelEnd = state.md.helpers.parseLinkLabel(state, start, true)
  const isVisible = src.slice(start + 1, labelEnd).trim() !== ''
  if (labelEnd < 0 || !isVisible || src[labelEnd + 1] !== '(') return false
  const written = readTarget(src, labelEnd + 2, posMax)
  if (!written) return false
  const href = linkTarget(written.url, environmentOf(state).realmUrl)
  if (href === undefined) return false

  if (!silent) {
    openLink(state, linkAttributes(href))
    state.pos = start + 1
    state.posMax = labelEnd
    state.linkLevel++
    state.md.inline.tokenize(state)
    state.linkLevel--
    state.push('link_close', 'a', -1)
  }
  state.pos = written.end
  state.posMax = posMax
  return true
}

/** The part in parentheses; parentheses within the target must be in pairs. */
function readTarget(src: string, start: number, posMax: number): WrittenTarget | undefined {
  blanksPattern.lastIndex = start
  blanksPattern.exec(src)
  const urlStart = blanksPattern.lastIndex
  let depth = 0
  let urlEnd = urlStart
  for (; urlEnd < posMax && !/\s/.test(src.charAt(urlEnd)); urlEnd++) {
    if (src[urlEnd] === '(' && ++depth > deepestParentheses) return
    if (src[urlEnd] === ')' && --depth < 0) break
  }
  restOfLink.lastIndex = urlEnd
  const rest = restOfLink.exec(src)
  if (!rest || urlEnd === urlStart || restOfLink.lastIndex > posMax) return
  const url = src.slice(urlStart, urlEnd).replace(/^<(.*)>$/, '$1')
  return { url, end: restOfLink.lastIndex }
}

export function openLink(
  state: MarkdownIt.StateInline,
  attributes: Record<string, string>,
): MarkdownIt.Token {
  const token = state.push('link_open', 'a', 1)
  token.attrs = Object.entries(attributes)
  return token
}

export function useLinks(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_link', link)
}
