import { createHash } from 'node:crypto'
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

/** Bytes that are hashed in some 4 ms. */
const hashedPerTurn = 4 * 1_048_576

/** The SHA-256 of many bytes, in base64url. Each slice of them is hashed in a turn of the event loop of its own. */
export async function sha256InTurns(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let start = 0; start < bytes.length; start += hashedPerTurn) {
    await nextTurn()
    hash.update(bytes.subarray(start, start + hashedPerTurn))
  }
  return hash.digest('base64url')
}
