import { namesIn } from '../support/checked'
import { noCounts } from './counts'
import type { Counts } from './counts'
import type { Verdict } from './simulation'

/** The store of the queues of a schedule. */
export type Stores = 'memory' | 'redis'

/** Schedules that one process runs: the seeds from `first` on. */
export interface Share {
  stores: Stores
  first: number
  count: number
}

/** The outcome of many schedules. */
export interface Outcome {
  schedules: number
  broken: Pick<Verdict, 'seed' | 'faults'>[]
  counts: Counts
}

export interface ShareOutcome extends Outcome {
  stores: Stores
}

/** Broken schedules that an outcome lists, and faults of each. */
const mostBroken = 20
const mostFaults = 5

export function noSchedules(): Outcome {
  return { schedules: 0, broken: [], counts: noCounts() }
}

/** Runs schedules one after the other, and keeps no history. */
export async function runSchedules(
  seeds: Iterable<number>,
  run: (seed: number) => Promise<Verdict>,
): Promise<Outcome> {
  const outcome = noSchedules()
  for (const number of seeds) {
    const { seed, faults, counts } = await run(number)
    const broken = faults.length > 0 ? [{ seed, faults: faults.slice(0, mostFaults) }] : []
    addTo(outcome, { schedules: 1, broken, counts })
  }
  return outcome
}

export function addTo(sum: Outcome, { schedules, broken, counts }: Outcome): void {
  sum.schedules += schedules
  sum.broken.push(...broken.slice(0, mostBroken - sum.broken.length))
  for (const key of namesIn(counts)) sum.counts[key] += counts[key]
}
