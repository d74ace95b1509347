/*
 * Every emoji that the server knows by name. The table is a fifth of the app's bytes: it is loaded when somebody
 * looks for an emoji, and what shows one does without it (character.ts)
 * Source: docs/protocol/markdown.md#emoji-names.
 */

export interface Emoji {
  /** Hexadecimal code points joined by `-`; the id of an emoji of the realm. */
  code: string
  /** The canonical one first. */
  names: readonly string[]
}

export interface EmojiTable {
  /** In the order of pickers, by kind. */
  groups: readonly { kind: EmojiKind; emoji: readonly Emoji[] }[]
  byName: ReadonlyMap<string, Emoji>
  byCode: ReadonlyMap<string, Emoji>
}

export type EmojiKind =
  | 'smileys'
  | 'people'
  | 'nature'
  | 'food'
  | 'travel'
  | 'activities'
  | 'objects'
  | 'symbols'
  | 'flags'

/** What the build makes of the server's table. */
export interface PackedEmojiTable {
  /** Differences of first code points, to the base 36, and further code points after `+`. */
  codes: string
  /** A line of names for each code. */
  names: string
}

/** The emoji that each kind begins with. */
const firstOfKind: Readonly<Record<string, EmojiKind>> = {
  '1f600': 'smileys',
  '1f44b': 'people',
  '1f435': 'nature',
  '1f347': 'food',
  '1f30d': 'travel',
  '1f383': 'activities',
  '1f453': 'objects',
  '1f3e7': 'symbols',
  '1f3c1': 'flags',
}

export function unpackEmojiTable({ codes, names }: PackedEmojiTable): EmojiTable {
  const groups: { kind: EmojiKind; emoji: Emoji[] }[] = []
  const byName = new Map<string, Emoji>()
  const byCode = new Map<string, Emoji>()
  const lines = names.split('\n')
  let last = 0
  for (const [index, word] of codes.split(' ').entries()) {
    const [difference = 0, ...more] = word.split('+').map((digits) => parseInt(digits, 36))
    last += difference
    const code = [last, ...more]
      .map((codePoint) => codePoint.toString(16).padStart(4, '0'))
      .join('-')
    const emoji = { code, names: (lines[index] ?? '').split(' ') }
    const kind = firstOfKind[code]
    if (kind) groups.push({ kind, emoji: [] })
    groups.at(-1)?.emoji.push(emoji)
    byCode.set(code, emoji)
    for (const name of emoji.names) byName.set(name, emoji)
  }
  return { groups, byName, byCode }
}
