/** Sizes of what users write. Characters are Unicode code points. Source: protocol notes 11. */
export const limits = {
  contentBytes: 10_000,
  topicCharacters: 60,
  streamNameCharacters: 60,
  streamDescriptionCharacters: 1_024,
  clientNameCharacters: 30,
  /** Most addressees of one private message. */
  privateRecipients: 500,
  /** Most pairs of a user and a stream in one call that subscribes or unsubscribes. */
  subscriptionsPerCall: 20_000,
} as const

/** Length in code points: neither bytes nor UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
