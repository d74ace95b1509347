import { fragmentOf, streamAddress } from '../../../markdown/stream-links'
import type { MessageRow, StreamRow, UserRow } from '../../../db/schema'

/*
 * What the system bots quote. Names and texts of people must not become Markdown in the mouth of a
 * bot whose mentions no policy forbids: a stream may be called `x** @**all**`.
 * Source: docs/protocol/messages.md#quoted-names.
 */

/** Begins markup, wherever it stands. */
const markup = /[&<>*`~$[\]#@|\\]/g
/** Begins emoji, addresses and avatars, where something follows. */
const markupBeforeWords = /[:.!](?=[^\s.])/g

/** A text that is shown as it is: nothing in it is markup. */
export function plain(text: string): string {
  return onOneLine(text).replace(markup, entityOf).replace(markupBeforeWords, entityOf)
}

/** A text in bold. */
export function bold(text: string): string {
  return `**${plain(text)}**`
}

/** A text as code, which is shown as it is between runs of more backticks than it has. */
export function code(text: string): string {
  const line = onOneLine(text)
  const longest = longestRun(line)
  const fence = '`'.repeat(longest + 1)
  // A backtick at an end would belong to the fence.
  const blank = longest > 0 ? ' ' : ''
  return `${fence}${blank}${line}${blank}${fence}`
}

/** The Markdown of somebody else, which mentions nobody. */
export function withoutMentions(markdown: string): string {
  return markdown.replace(/@(?=\*)/g, '@_')
}

/** The Markdown of somebody else as a quote, which mentions nobody. */
export function quote(markdown: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(markdown) + 1))
  return `${fence}quote\n${withoutMentions(markdown)}\n${fence}`
}

/** Markdown that is shown when its title is clicked. */
export function spoiler(title: string, markdown: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(markdown) + 1))
  return `${fence}spoiler ${title}\n${markdown}\n${fence}`
}

/** Somebody by name, who is not alerted; the id tells them from others of the name, and from `all`. */
export function person({ full_name, id }: Pick<UserRow, 'full_name' | 'id'>): string {
  return `@_**${full_name}|${id}**`
}

type NamedStream = Pick<StreamRow, 'id' | 'name'>

/** A link to a stream. */
export function streamLink(stream: NamedStream): string {
  const { name } = stream
  return breaksLinks(name) ? `[&#35;${plain(name)}](${streamAddress(stream)})` : `#**${name}**`
}

/** A link to a topic. */
export function topicLink(stream: NamedStream, topic: string): string {
  const { name } = stream
  if (!breaksLinks(name) && !breaksLinks(topic)) return `#**${name}>${topic}**`
  const address = `${streamAddress(stream)}/topic/${fragmentOf(topic)}`
  return `[&#35;${plain(name)} &gt; ${plain(topic)}](${address})`
}

type NamedMessage = Pick<MessageRow, 'id' | 'topic'>

/** A link to a message of a stream. */
export function messageLink(stream: NamedStream, message: NamedMessage): string {
  const { name } = stream
  const { id, topic } = message
  if (!breaksLinks(name) && !breaksLinks(topic)) return `#**${name}>${topic}@${id}**`
  const shown = `&#35;${plain(name)} &gt; ${plain(topic)} &#64; 💬`
  return `[${shown}](${messageAddress(stream, message)})`
}

/** A message as a place in the realm. */
export function messageAddress(
  place: NamedStream | { userIds: readonly number[] },
  { id, topic }: NamedMessage,
): string {
  return 'userIds' in place
    ? `#narrow/dm/${place.userIds.join(',')}-dm/near/${id}`
    : `${streamAddress(place)}/topic/${fragmentOf(topic)}/near/${id}`
}

/** Whether a name cannot stand in `#**…**`. */
function breaksLinks(name: string): boolean {
  return /[&<>*`~$[\]#@|\\]|:\/\//.test(name)
}

/** Backticks in the longest run of them. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function entityOf(character: string): string {
  return `&#${character.charCodeAt(0)};`
}
