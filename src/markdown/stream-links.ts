import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import { element, escapeText } from './html'
import { pushHtml } from './html-tokens'
import { mayReferHere } from './mentions'
import type { LinkableStream } from './names'
import type { InlineRule } from './stock-rules'
import { matchHere } from './text'

const streamLinkPattern = /#\*\*([^*\n]+)\*\*/y

/** `#**team lunch**`; the name must be spelled as the stream's, letter case included. */
const streamLink: InlineRule = (state, silent) => {
  const match = matchHere(streamLinkPattern, state)
  // A link cannot hold another one.
  if (!match || state.linkLevel > 0 || !mayReferHere(state)) return false

  const [typed, name = ''] = match
  const stream = environmentOf(state).names.findStream(name)
  if (!stream) return false

  if (!silent) {
    const attributes = {
      class: 'stream',
      'data-stream-id': String(stream.id),
      href: `/#narrow/stream/${streamSlug(stream)}`,
    }
    pushHtml(state, element('a', attributes, escapeText(`#${stream.name}`)), typed)
  }
  state.pos += typed.length
  return true
}

/**
 * A stream in the fragment of a URL: `8-.C3.9Cber.2Ex` for `Über.x`.
 *
 * Source: protocol notes 8.3.
 */
export function streamSlug({ id, name }: LinkableStream): string {
  const encoded = encodeURIComponent(name.toWellFormed().replaceAll(' ', '-'))
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
  return `${id}-${encoded}`
}

export function useStreamLinks(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_stream_link', streamLink)
}
