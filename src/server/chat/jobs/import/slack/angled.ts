import { emojiNameOf } from '../markup/emoji-names'
import { labeledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import type { SlackNames } from './names'

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&' }

/** Slack escapes three characters and no others. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (entity, name: string) => entities[name] ?? entity)
}

/**
 * Markdown for the inside of `<…>`: a link, a mention, a date. Source: docs/protocol/import.md#mrkdwn-mentions.
 * @param isGlued whether a letter follows directly, which would become a part of a bare address
 */
export function markdownOfAngled(inside: string, names: SlackNames, isGlued = false): string {
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
      return link(decodeEntities(target), label, names, isGlued)
  }
}

/** Plain text for the inside of `<…>`. */
export function plainOfAngled(inside: string, names: SlackNames): string {
  const [target = '', label = ''] = inside.split('|', 2)
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${names.user(id)?.name ?? (label || id)}`
  if (target.startsWith('#')) return `#${names.conversation(id)?.name ?? (label || id)}`
  if (target.startsWith('!subteam^')) {
    const found = names.group(target.slice('!subteam^'.length))
    return found ? `@${found.name}` : decodeEntities(label) || '@subteam'
  }
  if (target.startsWith('!')) return decodeEntities(label) || `@${id.split('^')[0] ?? id}`
  return decodeEntities(label || target)
}

/** A mention of a user, by id; names of today stand in for the label. */
export function mention(id: string, label: string, names: SlackNames): string {
  const user = names.user(id)
  const text = label.replace(/^@/, '') || id
  return user ? reference('user', user.key, user.name) : `@${literal(text)}`
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

function special(command: string, label: string, names: SlackNames): string {
  const [name = '', ...values] = command.split('^')
  if (everybody.has(name)) return '@**all**'
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
export function link(url: string, label: string, names: SlackNames, isGlued = false): string {
  const [, channel = '', seconds, micros] = permalink.exec(url) ?? []
  const found = names.conversation(channel)
  if (found && seconds && micros) {
    const isAddress = label === '' || label === url
    const text = isAddress ? (found.isStream ? `message in #${found.name}` : 'message') : label
    return referenceLink(
      literal(text),
      reference('message', `${found.key}/${seconds}.${micros}`, url),
    )
  }
  if (found?.isStream && !label) return reference('stream', found.key, url)
  if (/^(?:mailto|tel):/i.test(url) && url.replace(/^[a-z]+:/i, '') === label) return label
  if (label === '' || label === url) return isGlued ? labeledLink(url, url) : url
  return labeledLink(literal(label), url)
}

/** An emoji by Slack's name; custom emoji keep their names. */
export function emoji(name: string): string {
  const [base = ''] = name.split('::')
  return `:${emojiNameOf(base) ?? base}:`
}
