/**
 * Address of a picture on our own server, else undefined. Loading a picture from another host would tell that host
 * who reads, and the page's Content-Security-Policy blocks it.
 *
 * @param wantsLarge asks for 500 pixels instead of 100, for pictures shown larger than 50 pixels
 * Source: docs/protocol/users.md#uploaded-avatar.
 */
export function ownPicture(url: string | null | undefined, wantsLarge = false): string | undefined {
  if (url === null || url === undefined || !/^\/(?!\/)/.test(url)) return undefined
  // Users without an upload get a generated pattern from the server; initials say more.
  if (url.includes('/made-')) return undefined
  return wantsLarge ? url.replace(/[.]png(?=[?]|$)/, '-medium.png') : url
}

/** Initials of the first and last word, or of the only word; without letters or digits, the first character. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = chosen.map((word) => firstSign(word ?? '').toUpperCase()).join('')
  return letters || firstSign(name.trim()) || '?'
}

const signs = new Intl.Segmenter()

/** One grapheme: some emoji consist of several code points. */
const firstSign = (word: string) =>
  signs.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
