/**
 * Length of a text in code points, as in the protocol; not in UTF-16 code units.
 * Source: docs/protocol/limits.md#counting.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first code points of a text. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('')
}
