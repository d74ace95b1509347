/** Without letter case and accents: what is compared. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How well a name answers what was typed; the lower the better. */
export const ranks = { whole: 0, beginning: 1, word: 2, part: 3 } as const

/**
 * How well a name answers what was typed.
 *
 * @param name folded
 * @param query folded
 * @returns undefined where it does not
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
