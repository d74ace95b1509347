/** Letters of scripts that put no blank between the parts of a name. */
const hasNoBlanks =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

/** Quality of a match; lower is better. */
export const ranks = { whole: 0, beginning: 1, word: 2, part: 3 } as const

/**
 * Quality of the match of a name, see `ranks`.
 *
 * @param name folded
 * @param query folded
 * @returns undefined for no match
 */
export function rankName(name: string, query: string): number | undefined {
  if (name === query) return ranks.whole
  if (name.startsWith(query)) return ranks.beginning
  if (/^[\p{L}\p{N}]/u.test(query) ? wordBegins(name, query) : name.includes(` ${query}`)) {
    return ranks.word
  }
  return hasNoBlanks.test(query) && name.includes(query) ? ranks.part : undefined
}

function wordBegins(name: string, query: string): boolean {
  for (let at = name.indexOf(query); at > 0; at = name.indexOf(query, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')) return true
  }
  return false
}
