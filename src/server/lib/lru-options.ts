/**
 * Options of an `LRUCache` with a max number of entries whose memory grows with them. The option
 * `max` would allocate all memory at once, 24 to 40 bytes per possible entry.
 */
export function atMostEntries(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
