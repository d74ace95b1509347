import { setImmediate as nextTurn } from 'node:timers/promises'

/** Max rows that a call reads, writes or presents at once; other calls run between such slices. */
export const rowsPerTurn = 500

/** Items in slices of at most `size`, in their order. */
export function* slicesOf<Item>(
  items: readonly Item[],
  size = rowsPerTurn,
): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * The JSON texts of the values that `present` makes from the items, joined by commas and without brackets. Each slice of
 * the items is written in a turn of the event loop of its own.
 */
export async function writeInTurns<Item>(
  items: readonly Item[],
  present: (item: Item) => readonly unknown[],
): Promise<string> {
  const texts: string[] = []
  for (const slice of slicesOf(items)) {
    if (texts.length > 0) await nextTurn()
    texts.push(JSON.stringify(slice.flatMap(present)).slice(1, -1))
  }
  return texts.filter((text) => text !== '').join(',')
}
