/*
 * All emoji that the server knows by name. The table is a fifth of the app's bytes, so it is loaded on the first
 * emoji search; drawing an emoji needs only character.ts.
 * Source: docs/protocol/markdown.md#emoji-names.
 */

export interface Emoji {
  /** Hexadecimal code points joined by `-`, or the id of a custom emoji. */
  code: string
  /** Canonical name first. */
  names: readonly string[]
}

export interface EmojiTable {
  /** By kind, in the order of the picker. */
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

/** The compressed form that the build makes of the server's table. */
export interface PackedEmojiTable {
  /** Differences of first code points in base 36; further code points follow after `+`. */
  codes: string
  /** One line of names per code. */
  names: string
}

/** First emoji of each kind. */
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
