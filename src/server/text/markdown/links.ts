import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import { characterBefore, mayReferHere } from './rules'
import type { InlineRule } from './rules'
import { linkTarget, readSiteOrEmail, readUrl, relativeToRealm } from './urls'
import type { BareUrl } from './urls'

const blanks = /\s*/y
/** The end of a link. The title that Markdown allows after a target is parsed and dropped. */
const restOfLink = /\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*)?\)/y

/**
 * Max nesting of parentheses, as in markdown-it; without a limit, each of many openings would be followed to
 * the end.
 */
const deepestParentheses = 32

interface WrittenTarget {
  url: string
  /** Position after the closing parenthesis. */
  end: number
}

/**
 * `[text](target)`. References and images are not supported.
 * Source: docs/protocol/markdown.md#links.
 */
const link: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state
  if (src[start] !== '[' || characterBefore(state) === '!') return false

  const labelEnd = state.md.helpers.parseLinkLabel(state, start, true)
  if (labelEnd < 0 || src[labelEnd + 1] !== '(') return false
  const written = readTarget(src, labelEnd + 2, posMax)
  if (!written) return false
  const href = linkTarget(written.url, environmentOf(state).realmUrl)
  if (href === undefined) return false

  if (!silent) {
    const isVisible = src.slice(start + 1, labelEnd).trim() !== ''
    if (isVisible) {
      openLink(state, href)
      state.pos = start + 1
      state.posMax = labelEnd
      state.linkLevel++
      state.md.inline.tokenize(state)
      state.linkLevel--
      state.push('link_close', 'a', -1)
    } else pushLink(state, href, href)
  }
  state.pos = written.end
  state.posMax = posMax
  return true
}

/** The part in parentheses; parentheses within the target must be balanced. */
function readTarget(src: string, start: number, posMax: number): WrittenTarget | undefined {
  blanks.lastIndex = start
  blanks.exec(src)
  const urlStart = blanks.lastIndex
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

function openLink(state: MarkdownIt.StateInline, href: string): MarkdownIt.Token {
  const token = state.push('link_open', 'a', 1)
  token.attrs = [['href', href]]
  return token
}

/** Adds a link whose text contains no markup. */
export function pushLink(
  state: MarkdownIt.StateInline,
  href: string,
  text: string,
): MarkdownIt.Token {
  const token = openLink(state, href)
  state.push('text', '', 0).content = text
  state.push('link_close', 'a', -1)
  return token
}

/** Characters that cannot precede a URL; brackets can, and letters of scripts without spaces. */
const notBeforeUrl = /[\w/.@&=?%#+$-]/
const markupBeforeSite = /[[{*~|]/

/** `https://ex.org/p`, `ex.org`, `bob@ex.org`. Source: docs/protocol/markdown.md#bare-links. */
const bareLink: InlineRule = (state, silent) => {
  const found = readHere(state)
  if (!found || state.pos + found.text.length > state.posMax) return false

  if (!silent) {
    // Inside a link a URL is only text, but it is still not searched for other markup.
    if (state.linkLevel > 0) state.pending += found.text
    else pushBareLink(state, found)
  }
  state.pos += found.text.length
  return true
}

function readHere(state: MarkdownIt.StateInline): BareUrl | undefined {
  const { src, pos } = state
  if (!/[\w\p{L}]/u.test(src.charAt(pos))) return
  const before = characterBefore(state)
  if (!notBeforeUrl.test(before) && src.startsWith('http', pos)) {
    const url = readUrl(src, pos)
    if (url) return url
  }
  return mayReferHere(state) || markupBeforeSite.test(before)
    ? readSiteOrEmail(src, pos)
    : undefined
}

function pushBareLink(state: MarkdownIt.StateInline, { text, href }: BareUrl): void {
  pushLink(state, relativeToRealm(href, environmentOf(state).realmUrl), text).info = 'auto'
}

export function useLinks(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would consume the first letters of a URL.
  md.inline.ruler.before('text', 'parley_bare_link', bareLink)
  md.inline.ruler.push('parley_link', link)
}
