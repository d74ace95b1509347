/** One or two letters that stand for somebody: of the first and the last word of their name. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  const letters = ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0)).join('')
  return letters === '' ? '?' : letters.toUpperCase()
}

/** An avatar that may be loaded: of this server, since asking another tells it who reads what. */
export function ownAvatarUrl(url: string | null | undefined): string | undefined {
  return typeof url === 'string' && /^[/](?![/\\])/.test(url) ? url : undefined
}
