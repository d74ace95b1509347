import { LRUCache } from 'lru-cache'

const maxEntries = 1000
/** Max length of a cached text: longer ones are rare, and must not fill the memory. */
const maxCharacters = 300

/**
 * Caches the results of a pure function for recent texts: clients send the same headers with every
 * request.
 */
export function memoize<T extends NonNullable<unknown>>(
  compute: (text: string) => T,
): (text: string) => T {
  const known = new LRUCache<string, T>({ max: maxEntries, memoMethod: compute })
  return (text) => (text.length > maxCharacters ? compute(text) : known.memo(text))
}
