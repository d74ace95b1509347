import type { Metrics } from '../lib/metrics'

/** Statistics of one cache. */
export interface CacheStats {
  hits: number
  misses: number
  entries: number
}

/** A cache with statistics. */
export interface Counting {
  tally(): CacheStats
}

/**
 * Adds the statistics of caches, by name, to `GET /metrics`; they are collected on each request.
 */
export function exposeTallies(
  { memoryHits, memoryMisses, memoryEntries }: Metrics,
  memories: Readonly<Record<string, Counting>>,
): void {
  const named = Object.entries(memories)
  const collectInto = (counter: Metrics['memoryHits'], kind: 'hits' | 'misses') => () => {
    counter.reset()
    for (const [memory, counting] of named) counter.inc({ memory }, counting.tally()[kind])
  }
  Object.assign(memoryHits, { collect: collectInto(memoryHits, 'hits') })
  Object.assign(memoryMisses, { collect: collectInto(memoryMisses, 'misses') })
  Object.assign(memoryEntries, {
    collect() {
      for (const [memory, counting] of named)
        memoryEntries.set({ memory }, counting.tally().entries)
    },
  })
}
