/*
 * Max lengths of texts. Message content is measured in bytes, all else in characters.
 * Source: docs/protocol/limits.md#sizes.
 */

export const maxContentBytes = 10_000
export const maxTopicCharacters = 60

const encoder = new TextEncoder()

/** Size of a message's content in bytes, without trailing blanks, as the server measures it. */
export function sizeOf(content: string): number {
  return encoder.encode(content.trimEnd()).length
}

export function charactersIn(text: string): number {
  return Array.from(text).length
}
