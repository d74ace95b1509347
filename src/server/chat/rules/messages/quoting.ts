import { fragmentOf, streamAddress } from '../../../text/markdown/stream-links'
import { encloseMarkdown } from '../../../../shared/rules/fences'
import type { MessageRow, StreamRow, UserRow } from '../../../data/schema'
import { shownTopic } from '../../../../shared/rules/empty-topics'

/*
 * Escaping of quoted text in messages of system bots. Names and texts of users must not become Markdown
 * there, because no policy restricts the mentions of system bots: a stream may have the name `x** @**all**`.
 * Source: docs/protocol/messages.md#quoted-names.
 */

/** Characters that begin markup anywhere. */
const markup = /[&<>*`~$[\]#@|\\]/g
/** Characters that begin emoji, addresses and avatars if text follows. */
const markupBeforeWords = /[:.!](?=[^\s.])/g

/** Escapes a text so that it is shown literally. */
export function plain(text: string): string {
  return onOneLine(text).replace(markup, entityOf).replace(markupBeforeWords, entityOf)
}

export function bold(text: string): string {
  return `**${plain(text)}**`
}

/** A text as inline code, with a fence longer than any run of backticks in it. */
export function code(text: string): string {
  const line = onOneLine(text)
  const longest = longestRun(line)
  const fence = '`'.repeat(longest + 1)
  // A backtick at either end would merge with the fence.
  const blank = longest > 0 ? ' ' : ''
  return `${fence}${blank}${line}${blank}${fence}`
}

/** Makes the mentions in Markdown silent. */
export function withoutMentions(markdown: string): string {
  return markdown.replace(/@(?=\*)/g, '@_')
}

/** Markdown as a quote block, with silent mentions. */
export function quote(markdown: string): string {
  return encloseMarkdown(withoutMentions(markdown), 'quote')
}

/** Markdown in a spoiler block, shown after a click on its title. */
export function spoiler(title: string, markdown: string): string {
  return encloseMarkdown(markdown, `spoiler ${title}`)
}

/** A silent mention of a user. The id distinguishes the user from others with the name, and from `all`. */
export function person({ full_name, id }: Pick<UserRow, 'full_name' | 'id'>): string {
  return `@_**${full_name}|${id}**`
}

type NamedStream = Pick<StreamRow, 'id' | 'name'>

export function streamLink(stream: NamedStream): string {
  const { name } = stream
  return breaksLinks(name) ? `[&#35;${plain(name)}](${streamAddress(stream)})` : `#**${name}**`
}

export function topicLink(stream: NamedStream, topic: string): string {
  const { name } = stream
  if (!breaksLinks(name) && !breaksLinks(topic)) return `#**${name}>${topic}**`
  const address = `${streamAddress(stream)}/topic/${fragmentOf(topic)}`
  return `[&#35;${plain(name)} &gt; ${plain(shownTopic(topic))}](${address})`
}

type NamedMessage = Pick<MessageRow, 'id' | 'topic'>

export function messageLink(stream: NamedStream, message: NamedMessage): string {
  const { name } = stream
  const { id, topic } = message
  if (!breaksLinks(name) && !breaksLinks(topic)) return `#**${name}>${topic}@${id}**`
  const shown = `&#35;${plain(name)} &gt; ${plain(shownTopic(topic))} &#64; 💬`
  return `[${shown}](${messageAddress(stream, message)})`
}

/** The address of a message within the web app. */
export function messageAddress(
  place: NamedStream | { userIds: readonly number[] },
  { id, topic }: NamedMessage,
): string {
  return 'userIds' in place
    ? `#narrow/dm/${place.userIds.join(',')}-dm/near/${id}`
    : `${streamAddress(place)}/topic/${fragmentOf(topic)}/near/${id}`
}

/** Whether a name would break the syntax `#**name**`. */
function breaksLinks(name: string): boolean {
  return /[&<>*`~$[\]#@|\\]|:\/\//.test(name)
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function entityOf(character: string): string {
  return `&#${character.charCodeAt(0)};`
}
