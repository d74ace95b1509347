/**
 * Length of a text in code points, as the protocol counts it; not in the units of JavaScript.
 * Source: docs/protocol/limits.md#counting.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
