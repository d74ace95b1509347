import { fold } from '../../lib/fold'
import type { RealmEmoji } from './realm-emoji'
import type { Emoji, EmojiTable } from './table'

/** A search result, with the name that matched. */
export type FoundEmoji =
  | { name: string; emoji: Emoji; realmEmoji?: undefined }
  | { name: string; emoji?: undefined; realmEmoji: RealmEmoji }

/** The most used emoji in chats: they rank first among equal matches. */
const popular = [
  '1f44d',
  '1f389',
  '1f642',
  '2764',
  '1f6e0',
  '1f419',
  '1f440',
  '1f602',
  '1f64f',
  '2705',
]

/**
 * Emoji whose names match a query. Ranks: whole name, start of the name, start of a word in the name, anywhere in
 * the name. Each emoji appears once.
 *
 * @param query as typed; blanks match underscores
 */
export function searchEmoji(
  { groups }: EmojiTable,
  realmEmoji: readonly RealmEmoji[],
  query: string,
  limit = 50,
): FoundEmoji[] {
  const wanted = fold(query.trim()).replaceAll(' ', '_')
  const found: { rank: number; place: number; hit: FoundEmoji }[] = []
  let place = 0

  // A custom emoji replaces the standard emoji of the same name.
  const taken = new Set(realmEmoji.map(({ name }) => name))
  for (const each of realmEmoji) {
    const rank = rankOf(fold(each.name), wanted)
    if (rank !== undefined) found.push({ rank, place, hit: { name: each.name, realmEmoji: each } })
    place += 1
  }
  for (const { emoji: group } of groups) {
    for (const emoji of group) {
      place += 1
      const best = bestName(
        emoji.names.filter((name) => !taken.has(name)),
        wanted,
      )
      if (!best) continue
      const asked = popular.indexOf(emoji.code)
      const order = asked < 0 ? place : asked - popular.length
      found.push({ rank: best.rank, place: order, hit: { name: best.name, emoji } })
    }
  }
  found.sort((a, b) => a.rank - b.rank || a.place - b.place)
  return found.slice(0, limit).map(({ hit }) => hit)
}

function bestName(
  names: readonly string[],
  wanted: string,
): { name: string; rank: number } | undefined {
  let best: { name: string; rank: number } | undefined
  for (const name of names) {
    const rank = rankOf(name, wanted)
    if (rank !== undefined && (!best || rank < best.rank)) best = { name, rank }
  }
  return best
}

/** @returns rank of the match, 0 is best; undefined without a match */
function rankOf(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(`_${wanted}`)) return 2
  return name.includes(wanted) ? 3 : undefined
}
