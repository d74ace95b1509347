import { emojiNameOf } from '../markup/emoji-names'
import { finishLines, literal } from '../markup/literal'
import { reference } from '../markup/references'
import { startOfText } from '../markup/thread-topics'

/** The names that texts refer to; channels are those of the team of the message. */
export interface MattermostNames {
  user: (name: string) => { key: string; name: string } | undefined
  channel: (team: string, name: string) => string | undefined
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** Code, links and addresses are left alone. */
const pieces =
  /`{1,3}[^`\n]+`{1,3}|\]\([^()\s]*\)|https?:\/\/[^\s<>]+|\\([!-/:-@[-`{-~])|(?<![\p{L}\p{N}_@.])@([A-Za-z0-9][A-Za-z0-9._-]*)|(?<![\p{L}\p{N}_~])~([A-Za-z0-9][A-Za-z0-9_-]*)|:([\p{L}\p{N}_+-]+):|(?<![\p{L}\p{N}$\\])\$(?=\S)([^$\n]*[^\s$])\$(?![\p{L}\p{N}$])|(?<![\p{L}\p{N}_])(__?)(?=[^\s_])([^_\n]*[^\s_])\6(?![\p{L}\p{N}_])/gu

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
  return line.replace(pieces, (...match: (string | undefined)[]) => {
    const [all = '', escaped, user, channel, emoji, formula, underscores, emphasized] = match
    if (escaped !== undefined) return literal(escaped)
    if (user !== undefined) return mention(user, names)
    if (channel !== undefined) return channelLink(channel, team, names)
    if (emoji !== undefined) return `:${emojiNameOf(emoji) ?? emoji}:`
    if (formula !== undefined) return `$$${formula}$$`
    if (emphasized === undefined) return all
    const mark = underscores === '__' ? '**' : '*'
    return mark + markdownOfLine(emphasized, team, names) + mark
  })
}

const everybody = new Set(['all', 'channel', 'here'])

/** A name may end in a dot that ends the sentence. */
function mention(typed: string, names: MattermostNames): string {
  const short = typed.replace(/[._-]+$/, '')
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
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^(?:#{1,6}|>) /gm, '')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .trim()
}
