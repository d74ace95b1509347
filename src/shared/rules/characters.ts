/**
 * Length of a text in code points, as in the protocol; not in UTF-16 code units.
 * Source: docs/protocol/limits.md#counting.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The text up to the last character that is none of the given ones. A pattern such as `/x+$/` tries each `x` as the first. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The first code points of a text. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}
