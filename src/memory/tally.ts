import type { Metrics } from '../runtime/metrics'

/** How often one memory was asked and knew the answer, how often not, and how much it holds. */
export interface Tally {
  hits: number
  misses: number
  entries: number
}

/** A memory that counts what it is asked. */
export interface Counting {
  tally(): Tally
}

/** Has `GET /metrics` tell of memories by their names. They are asked when somebody looks. */
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
