import { withoutTrailing } from '../../../../shared/rules/characters'
import { emojiMarkdown } from '../markup/emoji-names'
import { finishLines, literal } from '../markup/literal'
import { splitAddress } from '../markup/old-site'
import { reference } from '../markup/references'
import { startOfText } from '../markup/thread-topics'
import type { MattermostNames } from './names'
import { oldLinkOf } from './old-links'

const fence = /^ {0,3}(`{3,}|~{3,})([^]*)/

/** Code is left alone, and so are links and addresses unless they lead to the old server. */
const pieces =
  /`{1,3}[^`\n]+`{1,3}|\]\((?<target>[^()\s]*)\)|(?<url>https?:\/\/[^\s<>]+)|\\(?<escaped>[!-/:-@[-`{-~])|(?<![\p{L}\p{N}_@.])@(?<user>[A-Za-z0-9][A-Za-z0-9._-]*)|(?<![\p{L}\p{N}_~])~(?<channel>[A-Za-z0-9][A-Za-z0-9_-]*)|:(?<emoji>[\p{L}\p{N}_+-]+):|(?<![\p{L}\p{N}$\\])\$(?=\S)(?<formula>[^$\n]*[^\s$])\$(?![\p{L}\p{N}$])|(?<![\p{L}\p{N}_])(?<marks>__?)(?=[^\s_])(?<emphasized>[^_\n]*[^\s_])\k<marks>(?![\p{L}\p{N}_])/gu

type Groups = Partial<Record<string, string>>

/**
 * Mattermost's Markdown as Parley's: mentions and links to channels become references, `_i_` and `__b__` get asterisks,
 * formulas two signs, and what a backslash escapes becomes text.
 * Source: docs/protocol/import.md#mattermost-markup.
 *
 * @param team whose channels the text means; '' in private conversations
 */
export function markdownOfPost(text: string, team: string, names: MattermostNames): string {
  let open = ''
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      const [, marks = '', info = ''] = fence.exec(line) ?? []
      if (open) {
        const closes = marks.startsWith(open) && info.trim() === ''
        if (!closes) return line
        const closing = open
        open = ''
        return closing
      }
      if (!marks) return markdownOfLine(line, team, names)
      open = marks
      return marks + (/^\s*(?:latex|tex)\s*$/i.test(info) ? 'math' : info.trim())
    })
  return finishLines(lines.join('\n')).trim()
}

function markdownOfLine(line: string, team: string, names: MattermostNames): string {
  return line.replace(pieces, (all: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Groups
    const { target, url, escaped, user, channel, emoji, formula, marks, emphasized } = groups
    if (target !== undefined) return `](${oldLinkOf(target, names)?.target ?? target})`
    if (url !== undefined) return address(url, names)
    if (escaped !== undefined) return literal(escaped)
    if (user !== undefined) return mention(user, names)
    if (channel !== undefined) return channelLink(channel, team, names)
    if (emoji !== undefined) {
      return names.hasEmoji(emoji) ? `:${emoji}:` : emojiMarkdown(emoji, 'mattermost')
    }
    if (formula !== undefined) return `$$${formula}$$`
    if (emphasized === undefined) return all
    const mark = marks === '__' ? '**' : '*'
    return mark + markdownOfLine(emphasized, team, names) + mark
  })
}

function address(url: string, names: MattermostNames): string {
  const [start, rest] = splitAddress(url)
  const found = oldLinkOf(start, names)
  return found ? found.bare + rest : url
}

const everybody = new Set(['all', 'channel', 'here'])

/** A name may end in a dot that ends the sentence. */
function mention(typed: string, names: MattermostNames): string {
  const short = withoutTrailing(typed, '._-')
  for (const name of new Set([typed, short])) {
    const rest = typed.slice(name.length)
    if (everybody.has(name.toLowerCase())) return `@**all**${rest}`
    const user = names.user(name.toLowerCase())
    if (user) return reference('user', user.key, user.name) + rest
  }
  return `@${typed}`
}

function channelLink(typed: string, team: string, names: MattermostNames): string {
  const key = names.channel(team, typed.toLowerCase())
  return key === undefined ? `~${typed}` : reference('stream', key, `#${typed}`)
}

/** The words of a text, for topics and quotes. */
export function plainOfPost(text: string): string {
  return startOfText(text)
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*/gm, '')
    .replace(/!?\[([^[\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^(?:#{1,6}|>) /gm, '')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .trim()
}
