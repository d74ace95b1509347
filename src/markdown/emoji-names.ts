import emojiData from './emoji-data.json'

/**
 * The names of every emoji, the canonical one first, by its code: lower-case hex code points joined
 * by `-`. Clients are served this table as `code_to_names`.
 */
export const emojiCodeToNames: Readonly<Record<string, readonly string[]>> = emojiData

const codesByName = new Map(
  Object.entries(emojiCodeToNames).flatMap(([code, names]) =>
    names.map((name) => [name, code] as const),
  ),
)

export function findEmojiCode(name: string): string | undefined {
  return codesByName.get(name)
}

export function findCanonicalEmojiName(code: string): string | undefined {
  return Object.hasOwn(emojiCodeToNames, code) ? emojiCodeToNames[code]?.[0] : undefined
}
