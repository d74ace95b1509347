/** Lower-case letters that are another letter's: ς is a σ, ſ an s, and µ (micro) a μ. */
const variants = /[\u00b5\u017f\u03c2\u03d0-\u03d6\u03f0-\u03f5\u1c80-\u1c88\u1e9b]/g

/**
 * A name in the form in which names of streams, topics, groups and users and email addresses are compared: without
 * differences of letter case, and with composed letters (NFC). Letters are folded one by one (Unicode's simple case folding), as
 * `fold_case` of the database does: ß stays, and İ becomes i.
 * Sources: docs/protocol/streams.md#stream-names, docs/protocol/messages.md#topics-of-messages.
 */
export function foldCase(name: string): string {
  return name
    .normalize()
    .replace(/İ/g, 'i')
    .toLowerCase()
    .replace(variants, (letter) => letter.toUpperCase().toLowerCase())
}

/** Whether two names differ in letter case at most. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldCase(one) === foldCase(other)
}
