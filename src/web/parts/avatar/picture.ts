/**
 * The address of a picture that our own server keeps. A picture at another host would tell that host who reads,
 * and the page's policy refuses it.
 *
 * @param wantsLarge for places of more than 50 pixels: one of 500 instead of 100
 * Source: docs/protocol/users.md#uploaded-avatar.
 */
export function ownPicture(url: string | null | undefined, wantsLarge = false): string | undefined {
  if (url === null || url === undefined || !/^\/(?!\/)/.test(url)) return undefined
  // The server draws a pattern for those who have uploaded nothing; their initials say more.
  if (url.includes('/made-')) return undefined
  return wantsLarge ? url.replace(/[.]png(?=[?]|$)/, '-medium.png') : url
}

/** The first letters of the first and the last word; of one word, the first; where there are no letters, the first sign. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = chosen.map((word) => firstSign(word ?? '').toUpperCase()).join('')
  return letters || firstSign(name.trim()) || '?'
}

const signs = new Intl.Segmenter()

/** As people see them: some emoji are many characters. */
const firstSign = (word: string) =>
  signs.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
