import { emojiMarkdown, emojiNameOf } from '../markup/emoji-names'
import { labeledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import type { SlackNames } from './names'

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&' }

/** Slack escapes three characters and no others. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (entity, name: string) => entities[name] ?? entity)
}

/** The text right before and behind a piece, which would become a part of a bare address. */
export interface Beside {
  before: string
  after: string
}

/** Markdown for the inside of `<…>`: a link, a mention, a date. Source: docs/protocol/import.md#mrkdwn-mentions. */
export function markdownOfAngled(inside: string, names: SlackNames, beside: Beside): string {
  const bar = inside.indexOf('|')
  const target = bar < 0 ? inside : inside.slice(0, bar)
  const label = bar < 0 ? '' : decodeEntities(inside.slice(bar + 1))
  const id = target.slice(1)
  switch (target[0]) {
    case '@':
      return mention(id, label, names)
    case '#':
      return streamLink(id, label, names)
    case '!':
      return special(id, label, names)
    default:
      return link(decodeEntities(target), label, names, beside)
  }
}

/** Plain text for the inside of `<…>`. */
export function plainOfAngled(inside: string, names: SlackNames): string {
  const [target = '', label = ''] = inside.split('|', 2)
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${userName(id, decodeEntities(label), names)}`
  if (target.startsWith('#')) return `#${names.conversation(id)?.name ?? (label || id)}`
  if (target.startsWith('!subteam^')) {
    const found = names.group(target.slice('!subteam^'.length))
    return found ? `@${found.name}` : decodeEntities(label) || '@subteam'
  }
  if (target.startsWith('!')) return decodeEntities(label) || `@${id.split('^')[0] ?? id}`
  return decodeEntities(label || target)
}

/** The name of a user; the label, or the id, of one whom no list has. */
export function userName(id: string, label: string, names: SlackNames): string {
  return names.user(id)?.name ?? (label.replace(/^@/, '') || (names.label?.(id) ?? id))
}

/** A mention of a user, by id; names of today stand in for the label. */
export function mention(id: string, label: string, names: SlackNames): string {
  const user = names.user(id)
  const name = userName(id, label, names)
  return user ? reference('user', user.key, name) : `@${literal(name)}`
}

/** A silent mention of a user group; its name as text if the archive has no list of groups. */
export function groupMention(id: string, label: string, names: SlackNames): string {
  const group = names.group(id)
  if (group) return reference('group', group.key, `@${group.name}`)
  return literal(label || `@${id}`)
}

export function streamLink(id: string, label: string, names: SlackNames): string {
  const found = names.conversation(id)
  if (found?.isStream) return reference('stream', found.key, `#${found.name}`)
  return label ? `#${literal(label.replace(/^#/, ''))}` : '#private'
}

const everybody = new Set(['everyone', 'channel', 'here', 'group'])

/** `@**all**` stands for everybody who is there, since Parley has no mention of them. */
export function broadcast(range: string): string {
  return `@**${range === 'channel' || range === 'everyone' ? range : 'all'}**`
}

function special(command: string, label: string, names: SlackNames): string {
  const [name = '', ...values] = command.split('^')
  if (everybody.has(name)) return broadcast(name)
  if (name === 'subteam') return groupMention(values[0] ?? '', label, names)
  if (name === 'date') return timeOf(Number(values[0]), label)
  return literal(label || `@${values[0] ?? name}`)
}

/** A time that each reader sees in their own zone. */
export function timeOf(seconds: number, otherwise: string): string {
  const date = new Date(seconds * 1000)
  const isTime = Number.isFinite(date.getTime()) && date.getUTCFullYear() < 10_000 && seconds > 0
  return isTime ? `<time:${date.toISOString().slice(0, 19)}Z>` : literal(otherwise)
}

const permalink =
  /^https:\/\/[a-z0-9.-]+\.slack\.com\/archives\/([A-Z0-9]+)(?:\/p(\d{10})(\d{6}))?(?:[?#]|$)/

/** A link; to a message or a channel of the archive if it is one of the old workspace. */
export function link(url: string, label: string, names: SlackNames, beside: Beside): string {
  const [, channel = '', seconds, micros] = permalink.exec(url) ?? []
  const found = names.conversation(channel)
  const isAddress = label === '' || label === url
  if (found && seconds && micros) {
    const text = isAddress ? (found.isStream ? `message in #${found.name}` : 'message') : label
    return referenceLink(
      literal(text),
      reference('message', `${found.key}/${seconds}.${micros}`, url),
    )
  }
  if (found?.isStream && isAddress) return reference('stream', found.key, url)
  const email = /^mailto:(.*)$/i.exec(url)?.[1]
  const text = email !== undefined && isAddress ? email : label || url
  const isBare = text === (email ?? url) && isPlainAddress(text) && isApart(beside)
  return isBare ? text : labeledLink(literal(text), url)
}

/** Whether an address is linked as a whole where it stands in a text. Source: docs/protocol/markdown.md#bare-links. */
function isPlainAddress(text: string): boolean {
  return /^(?:https?:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w./?=&%#+:@-]*)?|[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,})$/.test(
    text,
  )
    ? /[\w/=&%#+-]$/.test(text)
    : false
}

/** Whether the text around it adds nothing to a bare address. */
function isApart({ before, after }: Beside): boolean {
  return /(?:^|[\s(])$/.test(before) && /^(?:$|\s|[,.;:!?)]{1,9}(?:\s|$))/.test(after)
}

/**
 * An emoji by Slack's name; custom emoji keep their names, without a tone.
 * @param unicode its code points in hex joined by `-`, which rich text has
 */
export function emoji(name: string, unicode = ''): string {
  const markdown = emojiMarkdown(name, 'slack')
  const isKnown = markdown !== `:${name}:` || emojiNameOf(name, 'slack') !== undefined
  if (isKnown) return markdown
  if (/^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5}){0,15}$/i.test(unicode)) {
    return String.fromCodePoint(...unicode.split('-').map((point) => parseInt(point, 16)))
  }
  const [base = ''] = name.split('::')
  return `:${base}:`
}
