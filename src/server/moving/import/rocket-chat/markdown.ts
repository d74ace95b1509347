import { withoutTrailing } from '../../../../shared/rules/characters'
import { emojiMarkdown } from '../markup/emoji-names'
import {
  codeSpan,
  finishLines,
  guardLineStart,
  labeledLink,
  literal,
  referenceLink,
} from '../markup/literal'
import { splitAddress } from '../markup/old-site'
import { reference } from '../markup/references'
import { startOfText } from '../markup/thread-topics'
import type { RocketChatNames } from './names'
import { oldLinkOf } from './old-links'

/** Each kind of piece stops at the next sign of its own, so that the search is linear. */
const pieces = new RegExp(
  [
    /(?<tick>`{1,3})(?<code>[^`\n]+)\k<tick>/u,
    /!?\[(?<label>[^\][\n]*)\]\((?<target>[^()\s]+)\)/u,
    /<(?<angled>https?:\/\/[^\s<>|]+)(?:\|(?<name>[^<>|\n]*))?>/u,
    /(?<url>https?:\/\/[^\s<>]+|(?<![\p{L}\p{N}_/.:])\/file-upload\/[^\s<>]+)/u,
    /(?<![\p{L}\p{N}_@.])@(?<user>[\p{L}\p{N}][\p{L}\p{N}._-]*)/u,
    /(?<![\p{L}\p{N}_#&/])#(?<channel>[\p{L}\p{N}][\p{L}\p{N}._-]*)/u,
    /:(?<emoji>[\p{L}\p{N}_+-]+):/u,
    /\$\$(?<formula>[^$\n]+)\$\$/u,
    /\\\((?<tex>[^\n\\]+)\\\)/u,
    /(?<![\p{L}\p{N}*])(?<star>\*{1,2})(?=[^\s*])(?<bold>[^*\n]*[^\s*])\k<star>(?![\p{L}\p{N}*])/u,
    /(?<![\p{L}\p{N}_])(?<line>_{1,2})(?=[^\s_])(?<italic>[^_\n]*[^\s_])\k<line>(?![\p{L}\p{N}_])/u,
    /(?<![\p{L}\p{N}~])(?<wave>~{1,2})(?=[^\s~])(?<struck>[^~\n]*[^\s~])\k<wave>(?![\p{L}\p{N}~])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

const fence = '```'

/**
 * Rocket.Chat's markup as Parley's Markdown, by pieces of each line: emphasis with one sign, mentions, links to rooms and to
 * the old server.
 * Source: docs/protocol/import.md#rocket-chat-markup.
 */
export function markdownOfText(text: string, names: RocketChatNames): string {
  let isCode = false
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line) => {
      if (isCode) {
        const ended = line.trimEnd().endsWith(fence)
        if (!ended) return [line]
        isCode = false
        const last = line.trimEnd().slice(0, -fence.length)
        return last === '' ? [fence] : [last, fence]
      }
      const begins = line.startsWith(fence) && !line.slice(fence.length).includes('`')
      if (!begins) return [markdownOfLine(line, names)]
      isCode = true
      const info = line.slice(fence.length).trim()
      return /^[\w+#-]*$/.test(info) ? [fence + info] : [fence, info]
    })
  return finishLines([...lines, ...(isCode ? [fence] : [])].join('\n')).trim()
}

const lineStart = /^(?:\s*(?:> ?|[-*] |\d{1,9}[.)] )|#{1,4} )*/

function markdownOfLine(line: string, names: RocketChatNames): string {
  const [start = ''] = lineStart.exec(line) ?? []
  const rest = inline(line.slice(start.length), names)
  return start === '' ? guardLineStart(rest) : start + rest
}

function inline(text: string, names: RocketChatNames): string {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pieces)) {
    parts.push(literal(text.slice(end, match.index)), markdownOfPiece(match, names))
    end = match.index + match[0].length
  }
  return [...parts, literal(text.slice(end))].join('')
}

type Groups = Partial<Record<string, string>>

function markdownOfPiece(match: RegExpExecArray, names: RocketChatNames): string {
  const [all] = match
  const groups = match.groups as Groups
  const { code, target, angled, url, user, channel, emoji } = groups
  if (code !== undefined) return codeSpan(code)
  if (target !== undefined) return link(target, groups.label ?? '', names)
  if (angled !== undefined) return link(angled, groups.name ?? '', names)
  if (url !== undefined) return address(url, names)
  if (user !== undefined) return mention(user, names)
  if (channel !== undefined) return channelLink(channel, names)
  if (emoji !== undefined) {
    return names.hasEmoji(emoji) ? `:${emoji}:` : emojiMarkdown(emoji, 'rocket-chat')
  }
  const formula = groups.formula ?? groups.tex
  if (formula !== undefined) return `$$${formula}$$`
  return emphasis(groups, names) ?? literal(all)
}

function emphasis({ bold, italic, struck }: Groups, names: RocketChatNames): string | undefined {
  if (bold !== undefined) return `**${inline(bold, names)}**`
  if (italic !== undefined) return `*${inline(italic, names)}*`
  return struck === undefined ? undefined : `~~${inline(struck, names)}~~`
}

function link(url: string, label: string, names: RocketChatNames): string {
  const found = oldLinkOf(url, names)
  if (label.trim() === '') return found?.bare ?? url
  return found
    ? referenceLink(inline(label, names), found.target)
    : labeledLink(inline(label, names), url)
}

function address(url: string, names: RocketChatNames): string {
  const [start, rest] = splitAddress(url)
  const found = oldLinkOf(start, names)
  return found ? found.bare + literal(rest) : url
}

const everybody = new Set(['all', 'here'])

/** A name may end in a dot that ends the sentence. */
function mention(typed: string, names: RocketChatNames): string {
  const short = withoutTrailing(typed, '._-')
  for (const name of new Set([typed, short])) {
    const rest = literal(typed.slice(name.length))
    if (everybody.has(name)) return `@**all**${rest}`
    const user = names.user(name)
    if (user) return reference('user', user.key, user.name) + rest
  }
  return `@${typed}`
}

function channelLink(typed: string, names: RocketChatNames): string {
  const short = withoutTrailing(typed, '._-')
  for (const name of new Set([typed, short])) {
    const key = names.channel(name)
    if (key !== undefined) return reference('stream', key, `#${name}`) + typed.slice(name.length)
  }
  return `#${typed}`
}

/** The links in front of a text that quote messages; their texts are attachments. */
export function withoutQuoteLinks(text: string): string {
  return text.replace(/^(?:\s*\[ ?\]\([^()\s]*\))+\s*/, '')
}

/** The words of a text, for topics and quotes. */
export function plainOfText(text: string): string {
  return withoutQuoteLinks(startOfText(text))
    .replace(/^[ \t]*```.*/gm, '')
    .replace(/!?\[([^[\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^(?:#{1,4}|>) /gm, '')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .trim()
}
