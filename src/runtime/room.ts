/**
 * Options of an `LRUCache` for at most so many entries, with room that grows as they come. With `max` it
 * would take all of its room when it is made, 24 to 40 bytes for each entry that may ever be.
 */
export function atMostEntries(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
