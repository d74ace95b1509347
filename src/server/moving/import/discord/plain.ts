import { startOfText } from '../markup/thread-topics'
import type { DiscordNames, MentionedUser } from './names'

/** The words of a text without markup, for topics and quotes. Spoilers stay hidden. */
export function plainOfText(
  text: string,
  names: DiscordNames,
  mentions: readonly MentionedUser[],
): string {
  const named = new Map(mentions.map(({ key, names: [name] }) => [key, name]))
  return startOfText(text)
    .replace(/\|\|[^|]+(?:\|\||$)/g, '▒▒▒')
    .replace(/```(?:[\w+#.-]*\n)?/g, ' ')
    .replace(/<(?:@!?|(@&)|(#)!?)(\d{1,20})>/g, (_all, role, channel, id: string) => {
      if (role !== undefined) return `@${names.role(id)?.name ?? id}`
      if (channel !== undefined) return `#${names.channel(id)?.name ?? id}`
      return `@${names.user(id)?.name ?? named.get(id) ?? id}`
    })
    .replace(/<a?(:\w{1,40}:)\d{1,20}>/g, '$1')
    .replace(/<t:(-?\d{1,12})(?::\w)?>/g, (all, seconds: string) => dayOf(Number(seconds)) ?? all)
    .replace(/<(\/[^:<>]{1,100}):\d{1,20}>/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]+)>/g, '$1')
    .replace(/!?\[([^[\]\n]+)\]\([^()\n]*\)/g, '$1')
    .replace(/^ *(?:>{3}|>|#{1,3}|-#) +/gm, '')
    .replace(/\\(?=[^\sA-Za-z0-9])/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+(?=\S)|(?<=\S)[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .trim()
}

function dayOf(seconds: number): string | undefined {
  const date = new Date(seconds * 1000)
  return Number.isFinite(date.getTime()) ? date.toISOString().slice(0, 10) : undefined
}
