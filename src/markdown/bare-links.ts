import type MarkdownIt from 'markdown-it'
import { readSiteOrEmail, readUrl } from './bare-urls'
import type { BareUrl } from './bare-urls'
import { environmentOf } from './environment'
import { openLink } from './links'
import { mayReferHere } from './mentions'
import type { InlineRule } from './stock-rules'
import { characterBefore } from './text'
import { linkAttributes, relativeToRealm } from './urls'

/** A URL also begins in brackets and markup, and after scripts that put no blanks between words. */
const notBeforeUrl = /[\w/.@&=?%#+$-]/
const markupBeforeSite = /[[{*~|]/

/** `https://ex.org/p`, `ex.org`, `bob@ex.org`. Source: protocol notes 8.2. */
const bareLink: InlineRule = (state, silent) => {
  const found = readHere(state)
  if (!found || state.pos + found.text.length > state.posMax) return false

  if (!silent) {
    // Within a link it is only text, though still not to be searched for other markup.
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

function pushBareLink(state: MarkdownIt.StateInline, { text, href, isEmail }: BareUrl): void {
  const target = relativeToRealm(href, environmentOf(state).realmUrl)
  openLink(state, linkAttributes(target, isEmail)).info = 'auto'
  state.push('text', '', 0).content = text
  state.push('link_close', 'a', -1)
}

export function useBareLinks(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would take the letters of a URL's beginning.
  md.inline.ruler.before('text', 'parley_bare_link', bareLink)
}
