import type MarkdownIt from 'markdown-it'
import topLevelDomains from 'tlds'
import { environmentOf } from './environment'
import { characterBefore, mayNameSiteHere } from './rules'
import type { InlineRule } from './rules'

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

/** A link at a position of the text; undefined if there is none. */
function readLink(state: MarkdownIt.StateInline, start: number) {
  const { src, posMax } = state
  if (src[start] !== '[') return
  const labelEnd = state.md.helpers.parseLinkLabel(state, start, true)
  if (labelEnd < 0 || src[labelEnd + 1] !== '(') return
  const written = readTarget(src, labelEnd + 2, posMax)
  if (!written) return
  const href = linkTarget(written.url, environmentOf(state).realmUrl)
  return href === undefined ? undefined : { labelEnd, href, end: written.end }
}

/**
 * `![text](target)`, where the target is an upload: a link with its picture below, which every client shows. Other
 * pictures stay as typed.
 * Source: docs/protocol/markdown.md#images.
 */
const image: InlineRule = (state, silent) => {
  const { src, pos: start } = state
  if (src[start] !== '!' || src[start + 1] !== '[' || state.linkLevel > 0) return false
  const read = readLink(state, start + 1)
  if (!read || !/^\/?user_uploads\//.test(read.href)) return false
  const label = src.slice(start + 2, read.labelEnd).trim()
  if (!silent) pushLink(state, read.href, label || read.href)
  state.pos = read.end
  return true
}

/**
 * `[text](target)`. References are not supported.
 * Source: docs/protocol/markdown.md#links.
 */
const link: InlineRule = (state, silent) => {
  const { src, pos: start, posMax } = state
  if (characterBefore(state) === '!') return false
  const read = readLink(state, start)
  if (!read) return false
  const { labelEnd, href, end } = read

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
  state.pos = end
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
  return mayNameSiteHere(state) || markupBeforeSite.test(before)
    ? readSiteOrEmail(src, pos)
    : undefined
}

function pushBareLink(state: MarkdownIt.StateInline, { text, href }: BareUrl): void {
  pushLink(state, relativeToRealm(href, environmentOf(state).realmUrl), text).info = 'auto'
}

const allowedSchemes = new Set([
  ...['http', 'https', 'ftp', 'mailto', 'file', 'bitcoin', 'tel', 'sms'],
])
const schemePattern = /^([a-z][a-z0-9+.-]*):/i
const hostAndPort = /^[a-z0-9.-]+:[0-9]{1,5}(?:[/?#]|$)/i

/**
 * The URL of a link for its typed target; undefined if the target is not allowed.
 *
 * A target without a scheme that is no place within the realm becomes a web address, so that browsers never
 * have to guess at a spelling of `javascript:`.
 */
export function linkTarget(typed: string, realmUrl: string | undefined): string | undefined {
  if (/^[/#]/.test(typed)) return typed
  const scheme = hostAndPort.test(typed) ? undefined : schemePattern.exec(typed)?.[1]?.toLowerCase()
  if (scheme !== undefined) {
    return allowedSchemes.has(scheme) ? relativeToRealm(typed, realmUrl) : undefined
  }
  const isEmail = typed.includes('@') && !typed.includes('/')
  return isEmail ? `mailto:${typed}` : `http://${typed}`
}

/**
 * The URL of a page of the own realm without the realm's address, so that a narrow opens in place; other URLs
 * unchanged. Only if the rest surely remains a page of the realm: `http://chat.acme.test/javascript:x` and
 * `…//ex.org` would otherwise become traps.
 *
 * Source: docs/protocol/markdown.md#own-pages.
 */
function relativeToRealm(url: string, realmUrl: string | undefined): string {
  if (realmUrl === undefined || !url.startsWith(`${realmUrl}/`)) return url
  const page = url.slice(realmUrl.length + 1)
  return /^[\w#]/.test(page) && !schemePattern.test(page) ? page : url
}

/** Endings that are file names rather than sites. Source: docs/protocol/markdown.md#bare-sites. */
const fileEndings = new Set(['py', 'md'])
const siteEndings = new Set(topLevelDomains.filter((ending) => !fileEndings.has(ending)))

const schemeAndHost =
  /https?:\/\/(?:[\w.~%:+-]+@)?(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?/uy
const sitePattern = /(?:[a-z0-9][a-z0-9-]*\.)+([a-z][a-z0-9-]*)(?::[0-9]{1,5})?/y
const emailPattern = /[\w.+-]+@(?:[A-Za-z0-9-]+\.)+([a-z][a-z0-9-]*)/y
/** If this text follows, the name of a site is part of a longer word or of code. */
const wordGoesOn = /[\w@(-]|\.\w/y

/**
 * Characters that end a path: blanks and controls, quotes, and the punctuation of Chinese and
 * Japanese.
 */
const endsPath = /[\s"<>`\u0000-\u001f\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/
const closers: Record<string, string> = { ')': '(', ']': '[' }
const punctuationAfterUrl = /[!:;?,.'*~]/

/** A URL or email address in a text without markup. */
export interface BareUrl {
  text: string
  href: string
  isEmail: boolean
}

/** A URL with its scheme at a position of the text. */
export function readUrl(src: string, start: number): BareUrl | undefined {
  const host = matchAt(schemeAndHost, src, start)
  if (!host) return
  const text = src.slice(start, endOfUrl(src, start + host[0].length))
  return { text, href: text, isEmail: false }
}

/** The name of a site such as `ex.org`, optionally with a path, or an email address. */
function readSiteOrEmail(src: string, start: number): BareUrl | undefined {
  const email = matchAt(emailPattern, src, start)
  if (email && endsName(src, start, email)) {
    return { text: email[0], href: `mailto:${email[0]}`, isEmail: true }
  }
  const site = matchAt(sitePattern, src, start)
  if (site && endsName(src, start, site)) {
    const text = src.slice(start, endOfUrl(src, start + site[0].length))
    return { text, href: `http://${text}`, isEmail: false }
  }
  return
}

function endsName(src: string, start: number, match: RegExpExecArray): boolean {
  const isKnown = siteEndings.has(match[1] ?? '')
  return isKnown && !matchAt(wordGoesOn, src, start + match[0].length)
}

/** The position after a path, query and fragment, without punctuation that belongs to the sentence. */
function endOfUrl(src: string, hostEnd: number): number {
  let end = hostEnd
  if (/[/?#]/.test(src.charAt(hostEnd))) {
    const open: string[] = []
    for (; end < src.length; end++) {
      const character = src.charAt(end)
      if (endsPath.test(character)) break
      if (character === '(' || character === '[') open.push(character)
      else if (character in closers && open.pop() !== closers[character]) break
    }
  }
  while (punctuationAfterUrl.test(src.charAt(end - 1))) end--
  return end
}

function matchAt(pattern: RegExp, src: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  return pattern.exec(src)
}

export function useLinks(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would consume the first letters of a URL.
  md.inline.ruler.before('text', 'parley_bare_link', bareLink)
  md.inline.ruler.push('parley_link', link)
  md.inline.ruler.push('parley_image', image)
}
