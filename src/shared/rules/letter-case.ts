/**
 * A name in the form in which names of streams, topics, groups and users and email addresses are compared: without
 * differences of letter case, and with composed letters (NFC). Letters are lowered one by one, as `lower` of
 * PostgreSQL does: there is no other form of Σ at the end of a word, and İ becomes i. Sources: docs/protocol/streams.md#stream-names, docs/protocol/messages.md#topics-of-messages.
 */
export function foldCase(name: string): string {
  return name.normalize().replace(/Σ/g, 'σ').replace(/İ/g, 'i').toLowerCase()
}

/** Whether two names differ in letter case at most. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldCase(one) === foldCase(other)
}
