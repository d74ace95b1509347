/*
 * How long things may be. Messages are counted in bytes, all else in characters.
 * Source: docs/protocol/limits.md#sizes.
 */

export const maxContentBytes = 10_000
export const maxTopicCharacters = 60

const encoder = new TextEncoder()

/** Of a message, in bytes, as the server counts: without blanks at its end. */
export function sizeOf(content: string): number {
  return encoder.encode(content.trimEnd()).length
}

export function charactersIn(text: string): number {
  return Array.from(text).length
}
