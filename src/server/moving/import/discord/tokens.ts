import { encloseCode } from '../../../../shared/rules/fences'
import { labeledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { timeMark } from './embeds'
import { inlineCode } from './inline-code'
import type { Masked } from './masked'
import type { DiscordNames, MentionedUser, NamedChannel } from './names'

/** Sources of a conversion. */
export interface Conversion {
  names: DiscordNames
  mentions: readonly MentionedUser[]
  masked: Masked
  /** Converts the label of a link. */
  convertLabel: (label: string) => string
}

/** Each kind of piece stops at the next sign of its own, so that the search is linear. */
const tokens = new RegExp(
  [
    /(?<shrug>¯\\_\(ツ\)_\/¯)/u,
    /\\(?<escaped>[^\sA-Za-z0-9])/u,
    // eslint-disable-next-line regexp/no-super-linear-move -- A run of ticks is a piece, whatever follows.
    /(?<ticks>`+)/u,
    /<(?<angled>[^<>\s][^<>\n]*)>/u,
    /\[(?<label>[^[\]\n]+)\]\(<?(?<target>https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?:\s+"[^"\n]*")?\)/u,
    /(?<url>https?:\/\/[^\s<>]{1,4000})/u,
    /(?<at>@)/u,
    /#(?<channel>[^\s<>#@`*|~()[\]{}"'.,:;!?]+)(?<voice> \[voice\])?/u,
    /:(?<emoji>\w{2,40}):/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

type Groups = Partial<Record<string, string>>

/**
 * Takes code, links, mentions, emoji, times and escaped signs out of a text.
 * Source: docs/protocol/import.md#discord-markup.
 */
export function maskTokens(text: string, conversion: Conversion): string {
  const parts: string[] = []
  const codeAt = inlineCode(text)
  let end = 0
  for (;;) {
    // Converting a label moves the place in the expression.
    tokens.lastIndex = end
    const match: RegExpExecArray | null = tokens.exec(text)
    if (!match) break
    const groups = match.groups as Groups
    const [start, all] = [match.index, match[0]]
    const code = groups.ticks === undefined ? undefined : codeAt(start, all.length)
    const { markdown, length } = code
      ? { markdown: codeOf(code.content, code.isFence, conversion), length: code.length }
      : tokenAt(text, match, conversion)
    parts.push(text.slice(end, start), markdown)
    end = start + length
  }
  return [...parts, text.slice(end)].join('')
}

/** Words that Parley reads as other blocks than code. */
const noLanguage = /^(?:quoted?|math|tex|latex|spoiler)$/i

function codeOf(content: string, isFence: boolean, { masked }: Conversion): string {
  if (isFence) {
    const [, language = '', code = content] = /^([\w+#.-]*)\n([^]*)$/.exec(content) ?? []
    const info = noLanguage.test(language) ? '' : language
    return masked.block(encloseCode(code.replace(/\n$/, ''), info))
  }
  if (content.includes('\n')) return masked.block(encloseCode(content))
  const marks = '`'.repeat(
    1 + Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const blank = /^`|`$/.test(content) ? ' ' : ''
  return masked.inline(marks + blank + content + blank + marks)
}

interface Token {
  markdown: string
  /** Characters of the text that it stands for. */
  length: number
}

function tokenAt(text: string, match: RegExpExecArray, conversion: Conversion): Token {
  const { masked, names } = conversion
  const groups = match.groups as Groups
  const [all] = match
  const { shrug, escaped, ticks, angled, target, url, at, channel, emoji } = groups
  const token = (markdown: string, length = all.length) => ({ markdown, length })
  const piece = (markdown: string, length = all.length) => token(masked.inline(markdown), length)
  if (shrug !== undefined) return piece(shrug)
  if (escaped !== undefined) return piece(escapedSign(escaped, text, match.index))
  if (ticks !== undefined) return piece(ticks.length > 2 ? `\u200b${ticks}` : ticks)
  if (angled !== undefined) {
    const markdown = angledToken(angled, text[match.index + all.length] ?? '', names)
    return markdown === undefined ? token('<', 1) : piece(markdown)
  }
  if (target !== undefined) return piece(link(target, groups.label ?? '', conversion))
  if (url !== undefined) {
    const address = url.slice(0, endOfUrl(url))
    return piece(discordLink(address, names) ?? address, address.length)
  }
  if (at !== undefined) {
    const found = mentionAt(text, match.index + 1, conversion)
    return found ? piece(found.markdown, found.length + 1) : token(at)
  }
  if (channel !== undefined) {
    const found = names.channelNamed(channel)
    return found && !isGlued(text, match.index) ? piece(channelLink(found)) : token('#', 1)
  }
  const own = names.emojiNamed(emoji ?? '')
  return own === undefined ? token(all.slice(0, -1), all.length - 1) : piece(`:${own}:`)
}

function isGlued(text: string, index: number): boolean {
  return /[\p{L}\p{N}_&/]/u.test(text[index - 1] ?? '')
}

/** A sign after a backslash, which must not become markup here either. */
function escapedSign(sign: string, text: string, index: number): string {
  if (sign === '*') return literal(sign)
  if (sign === '`' || sign === '[') return `&#${sign.charCodeAt(0)};`
  if (sign === '~' || sign === ':' || sign === '$') return `${sign}\u200b`
  const before = text.slice(Math.max(0, index - mostIndent), index)
  if (/[#>+-]/.test(sign) && /(?:^|\n)[ \t]*$/.test(before)) return `\u200b${sign}`
  return /(?:^|\n)\d{1,9}$/.test(before) ? `${sign}\u200b` : sign
}

/** The characters before a sign that tell whether it begins its line. */
const mostIndent = 12

/** Markdown for the inside of `<…>`; undefined if it is no token of Discord. */
function angledToken(inside: string, next: string, names: DiscordNames): string | undefined {
  const [, kind = '', id = ''] = /^(@!?|@&|#!?)(\d{1,20})$/.exec(inside) ?? []
  if (kind.startsWith('@&')) {
    const role = names.role(id)
    return role ? reference('group', role.key, `@${role.name}`) : `@${id}`
  }
  if (kind.startsWith('@')) {
    const user = names.user(id)
    return user ? reference('user', user.key, user.name) : `@${id}`
  }
  if (kind.startsWith('#')) {
    const channel = names.channel(id)
    return channel ? channelLink(channel) : `#${id}`
  }
  const [, name, emojiId = ''] = /^a?:(\w{1,40}):(\d{1,20})$/.exec(inside) ?? []
  if (name !== undefined) return `:${names.emoji(emojiId) ?? name}:`
  const [, seconds] = /^t:(-?\d{1,15})(?::[a-zA-Z])?$/.exec(inside) ?? []
  if (seconds !== undefined) return timeMark(Number(seconds)) || undefined
  const [, command] = /^\/([^:`]{1,100}):\d{1,20}$/.exec(inside) ?? []
  if (command !== undefined) return `\`/${command}\``
  if (!/^(?:https?:\/\/|mailto:|tel:)[^\s]+$/.test(inside)) return undefined
  const own = discordLink(inside, names)
  if (own !== undefined) return own
  const isUrl = inside.startsWith('http')
  return isUrl && /[\p{L}\p{N}/]/u.test(next) ? labeledLink(inside, inside) : inside
}

function link(target: string, label: string, { names, convertLabel }: Conversion): string {
  const text = convertLabel(label)
  const found = referenceOf(target, names)
  return found === undefined ? labeledLink(text, target) : referenceLink(text, found)
}

/** Marks that enclose an address and are no part of it; a parenthesis only if it opens in there. */
function endOfUrl(url: string): number {
  const inner = /\|\||\*\*|~~/.exec(url)?.index ?? url.length
  let end = inner
  for (;;) {
    const last = url[end - 1] ?? ''
    const isClosing = last === ')' && count(url, '(', end) < count(url, ')', end)
    if (!isClosing && !/[.,:;"'\]*~|!?]/.test(last)) return end
    end--
    if (inner - end > mostTrimmed) return inner
  }
}

const mostTrimmed = 20

function count(text: string, sign: string, end: number): number {
  return text.slice(0, end).split(sign).length - 1
}

const address =
  /^https:\/\/(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com\/channels\/(\d{1,20}|@me)\/(\d{1,20})(?:\/(\d{1,20}))?\/?(?:[?#]|$)/

/** The message of an address of the old server. Source: docs/protocol/import.md#old-addresses. */
function referenceOf(url: string, names: DiscordNames): string | undefined {
  const [, guild = '', channelId = '', messageId] = address.exec(url) ?? []
  const channel = names.channel(channelId)
  if (channelId === '' || (!names.isOwnGuild(guild) && guild !== '@me')) return undefined
  if (messageId !== undefined) return reference('message', messageId, url)
  const first = channel?.kind === 'thread' ? channel.firstKey : undefined
  return first === undefined ? undefined : reference('message', first, url)
}

/** A link without a label to a message, a thread or a channel of the old server. */
function discordLink(url: string, names: DiscordNames): string | undefined {
  const [, guild = '', channelId = '', messageId] = address.exec(url) ?? []
  const channel = names.isOwnGuild(guild) ? names.channel(channelId) : undefined
  if (channel && messageId === undefined) return channelLink(channel)
  return referenceOf(url, names)
}

function channelLink(channel: NamedChannel): string {
  const { name } = channel
  if (channel.kind === 'stream') return reference('stream', channel.key, `#${name}`)
  const label = literal(name)
  return channel.firstKey === undefined
    ? label
    : referenceLink(label, reference('message', channel.firstKey, '#'))
}

/** A mention by name, which DiscordChatExporter writes unless it is told to leave the markup. */
function mentionAt(text: string, start: number, conversion: Conversion): Token | undefined {
  const rest = text.slice(start, start + mostNameCharacters)
  const everybody = /^(?:everyone|here)(?![\p{L}\p{N}_])/u.exec(rest)
  if (everybody) return { markdown: '@**all**', length: everybody[0].length }
  let best: { key: string; name: string } | undefined
  for (const { key, names } of conversion.mentions) {
    for (const name of names) {
      const isLonger = name.length > (best?.name.length ?? 0)
      if (isLonger && rest.startsWith(name)) best = { key, name }
    }
  }
  if (best) {
    const name = conversion.names.user(best.key)?.name ?? best.name
    return { markdown: reference('user', best.key, name), length: best.name.length }
  }
  const found = conversion.names.roleIn(rest)
  return (
    found && {
      markdown: reference('group', found.role.key, `@${found.role.name}`),
      length: found.length,
    }
  )
}

const mostNameCharacters = 120
