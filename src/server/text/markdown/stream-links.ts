import type MarkdownIt from 'markdown-it'
import { element, escapeText } from '../html'
import { environmentOf } from './environment'
import type { LinkableStream, NameFinder } from './environment'
import { matchHere, mayReferHere, pushHtml } from './rules'
import type { InlineRule } from './rules'

const streamLinkPattern = /#\*\*([^*\n]+)\*\*/y
/** A stream, a topic, which may be empty, and optionally one of its messages. */
const topicOfStream = /^([^>]+)>(.*?)(?:@([0-9]{1,15}))?$/

/** Display name of a topic with an empty name. Source: docs/protocol/markdown.md#topic-links-in-text. */
const namelessTopic = '<em>general chat</em>'

/**
 * `#**team lunch**`, `#**team lunch>pizza**`, `#**team lunch>pizza@12**`; the name must match the stream's
 * exactly, letter case included.
 */
const streamLink: InlineRule = (state, silent) => {
  const match = matchHere(streamLinkPattern, state)
  // Links cannot be nested.
  if (!match || state.linkLevel > 0 || !mayReferHere(state)) return false

  const [typed, written = ''] = match
  const { names } = environmentOf(state)
  const html = topicHtml(written, names) ?? streamHtml(written, names.findStream)
  if (html === undefined) return false

  if (!silent) pushHtml(state, html, typed)
  state.pos += typed.length
  return true
}

type FindStream = (name: string) => LinkableStream | undefined

function topicHtml(written: string, names: NameFinder): string | undefined {
  const [, name, topic = '', messageId] = topicOfStream.exec(written) ?? []
  if (name === undefined) return undefined
  const newestId = messageId === undefined ? names.findNewestOf(name, topic) : undefined
  const stream = names.findStream(name)
  if (!stream) return undefined

  const shown = topic === '' ? namelessTopic : escapeText(topic)
  const text = `${escapeText(`#${stream.name} > `)}${shown}`
  const href = `${streamAddress(stream)}/topic/${fragmentOf(topic)}`
  if (messageId !== undefined) {
    const attributes = { class: 'message-link', href: `/${href}/near/${messageId}` }
    return element('a', attributes, `${text} @ 💬`)
  }
  const id = String(stream.id)
  const withNewest = newestId === undefined ? '' : `/with/${newestId}`
  const attributes = { class: 'stream-topic', 'data-stream-id': id, href: `/${href}${withNewest}` }
  return element('a', attributes, text)
}

function streamHtml(name: string, findStream: FindStream): string | undefined {
  const stream = findStream(name)
  if (!stream) return undefined
  const href = `/${streamAddress(stream)}`
  const attributes = { class: 'stream', 'data-stream-id': String(stream.id), href }
  return element('a', attributes, escapeText(`#${stream.name}`))
}

/**
 * The route of a stream in the realm: `#narrow/channel/8-.C3.9Cber.2Ex`.
 * Source: docs/protocol/markdown.md#stream-slug.
 */
export function streamAddress({ id, name }: LinkableStream): string {
  return `#narrow/channel/${id}-${fragmentOf(name.replaceAll(' ', '-'))}`
}

/** A name encoded for the fragment of a URL. */
export function fragmentOf(name: string): string {
  return encodeURIComponent(name.toWellFormed())
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

export function useStreamLinks(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_stream_link', streamLink)
}
