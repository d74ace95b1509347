import type { RealmEmoji } from '../../data/emoji/realm-emoji'
import { searchEmoji } from '../../data/emoji/search'
import type { EmojiKind, EmojiTable } from '../../data/emoji/table'
import type { Emoji } from '../../data/emoji/reactions'

/** What the sections of the grid hold: results of a search, or the categories. */
export type SectionKind = 'found' | 'recent' | 'realm' | EmojiKind

export interface Section {
  kind: SectionKind
  emoji: readonly Emoji[]
  /** Place of its first emoji among those of all sections. */
  first: number
}

const maxFound = 64

/** Recently used emoji, custom emoji and the kinds of the table; none is empty. */
export function categoriesOf(
  { groups, byCode }: EmojiTable,
  realmEmoji: readonly RealmEmoji[],
  recent: readonly Emoji[],
): Section[] {
  const own = new Map(realmEmoji.map((each) => [each.id, realm(each)]))
  // A custom emoji replaces the standard emoji of the same name.
  const taken = new Set(realmEmoji.map(({ name }) => name))
  const standard = (code: string, names: readonly string[]) => {
    const name = names.find((each) => !taken.has(each))
    return name === undefined ? [] : [unicode(name, code)]
  }
  return inOrder([
    {
      kind: 'recent',
      emoji: recent.flatMap(({ reaction_type: type, emoji_code: code, emoji_name: kept }) => {
        if (type === 'realm_emoji') return own.get(code) ?? []
        const names = byCode.get(code)?.names ?? []
        return standard(code, [...names.filter((name) => name === kept), ...names])
      }),
    },
    { kind: 'realm', emoji: [...own.values()] },
    ...groups.map(({ kind, emoji }) => ({
      kind,
      emoji: emoji.flatMap(({ code, names }) => standard(code, names)),
    })),
  ])
}

/** The emoji that match a query, as the one section. */
export function searchResults(
  table: EmojiTable,
  realmEmoji: readonly RealmEmoji[],
  query: string,
): Section[] {
  const emoji = searchEmoji(table, realmEmoji, query, maxFound).map((found) =>
    found.realmEmoji ? realm(found.realmEmoji) : unicode(found.name, found.emoji.code),
  )
  return inOrder([{ kind: 'found', emoji }])
}

/** The emoji at a place among those of all sections. */
export function emojiAt(sections: readonly Section[], place: number): Emoji | undefined {
  const section = sections.findLast(({ first }) => first <= place)
  return section?.emoji[place - section.first]
}

function inOrder(filled: readonly Omit<Section, 'first'>[]): Section[] {
  let first = 0
  return filled
    .filter(({ emoji }) => emoji.length > 0)
    .map((section) => {
      const placed = { ...section, first }
      first += section.emoji.length
      return placed
    })
}

export function unicode(emoji_name: string, emoji_code: string): Emoji {
  return { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

function realm({ id, name }: RealmEmoji): Emoji {
  return { emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji' }
}
