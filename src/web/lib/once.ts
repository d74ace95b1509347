/**
 * Caches the result of the first call. `Intl` formatters are slow to create, and the first screen needs few of them.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
