import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { findSpans } from './linkifiers'
import type { Span } from './linkifiers'
import { openLink } from './links'
import type { InlineRule } from './stock-rules'
import { linkAttributes } from './urls'

/** `fix #12`, where a linkifier says so. Source: protocol notes 8.2. */
const linkified: InlineRule = (state, silent) => {
  // A link cannot hold another one.
  if (state.linkLevel > 0) return false
  const span = spansByStart(environmentOf(state), state.src).get(state.pos)
  if (!span || span.end > state.posMax) return false

  if (!silent) {
    openLink(state, linkAttributes(span.url))
    state.push('text', '', 0).content = state.src.slice(span.start, span.end)
    state.push('link_close', 'a', -1)
  }
  state.pos = span.end
  return true
}

/** The rule is asked at every character: the text is searched once. */
function spansByStart(environment: Environment, text: string): ReadonlyMap<number, Span> {
  if (environment.linkified?.text !== text) {
    const spans = findSpans(environment.linkifiers, text)
    environment.linkified = { text, spans: new Map(spans.map((span) => [span.start, span])) }
  }
  return environment.linkified.spans
}

export function useLinkifiers(md: MarkdownIt.MarkdownIt): void {
  // Before plain text, which would take letters that a match begins with, and after bare links.
  md.inline.ruler.before('text', 'parley_linkifier', linkified)
}
