/** Normalizes text for comparison: no accents, lower case. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

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
  if (/^\w/.test(query) ? wordBegins(name, query) : name.includes(` ${query}`)) return ranks.word
  return undefined
}

function wordBegins(name: string, query: string): boolean {
  for (let at = name.indexOf(query); at > 0; at = name.indexOf(query, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')) return true
  }
  return false
}
