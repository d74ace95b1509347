/**
 * Makes something when it is first asked for. Formatters of times and lists are slow to make, and the first screen
 * needs few of them.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
