/**
 * A user's flags for a message, as a sum of bits: few different sums occur, so their texts can be
 * cached.
 */
export const flagBits = {
  /** The message is in the user's own history. */
  received: 1,
  read: 2,
  starred: 4,
  collapsed: 8,
  mentioned: 16,
  /** The message mentions everybody, whether received or not. */
  mentionsEverybody: 32,
  mentionsTopic: 64,
  hasAlertWord: 128,
} as const

const wordsByBits = new Map<number, readonly string[]>()

/**
 * Flags in the words of the protocol. A message never received counts as read, and is `historical`.
 * Sources: docs/protocol/history.md#flag-words, docs/protocol/history.md#own-history.
 */
export function flagWords(bits: number): readonly string[] {
  let words = wordsByBits.get(bits)
  if (!words) {
    words = spellFlags(bits)
    wordsByBits.set(bits, words)
  }
  return words
}

function spellFlags(bits: number): string[] {
  const has = (bit: number) => (bits & bit) !== 0
  const isReceived = has(flagBits.received)
  const mentionsEverybody = isReceived && has(flagBits.mentionsEverybody)
  const mentionsTopic = has(flagBits.mentionsTopic)
  const words: [string, boolean][] = [
    ['read', has(flagBits.read) || !isReceived],
    ['starred', has(flagBits.starred)],
    ['collapsed', has(flagBits.collapsed)],
    ['mentioned', has(flagBits.mentioned)],
    ['stream_wildcard_mentioned', mentionsEverybody],
    ['topic_wildcard_mentioned', mentionsTopic],
    ['wildcard_mentioned', mentionsEverybody || mentionsTopic],
    ['has_alert_word', has(flagBits.hasAlertWord)],
    ['historical', !isReceived],
  ]
  return words.filter(([, isSet]) => isSet).map(([word]) => word)
}
