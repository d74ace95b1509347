import { present } from '../support/checked'
import { Random } from '../support/random'

export const faultKinds = [
  'kill worker',
  'kill worker after commit',
  'restart all workers',
  'pause worker',
  'cut worker from Redis',
  'silence Redis for worker',
  'swallow answers of Redis',
  'pause Redis',
  'restart Redis',
  'empty Redis',
  'hand Redis over',
  'promote stale Redis',
  'stop PostgreSQL at once',
  'stop PostgreSQL',
  'pause PostgreSQL',
  'make PostgreSQL read-only',
  'cut worker from PostgreSQL',
  'lose answers of PostgreSQL',
] as const
/** Faults that only root can make: workers have networks of their own, and PostgreSQL has a disk of its own. */
const kindsOfRoot = [
  'lose packets to the stores',
  'lose packets of the stores',
  'fill the disk of PostgreSQL',
] as const
export type FaultKind = (typeof faultKinds)[number] | (typeof kindsOfRoot)[number]

/** One planned fault. */
export interface Step {
  kind: FaultKind
  /** Milliseconds since the load began. */
  atMs: number
  /** Index of the affected worker, for faults of workers. */
  worker: number
  /** Index of the affected Redis node, for faults of nodes; taken modulo their number. */
  node: number
  /** Duration until the fault is undone, unless it is instantaneous. */
  lastsMs: number
}

/** The kind of a run. */
export interface PlanKind {
  /** Default: a single Redis. */
  redis?: RedisKind | undefined
  /** Whether there are faults that only root can make; for a single Redis. */
  asRoot?: boolean | undefined
}

/** All random decisions of a run; the same for the same seed and length. */
export interface Plan {
  seed: number
  seconds: number
  redis: RedisKind
  /** Whether there are faults that only root can make. */
  asRoot: boolean
  /** Every kind of fault that occurs. */
  kinds: readonly FaultKind[]
  /** EVENT_SHARDS of the workers. */
  shards: number
  steps: readonly Step[]
}

export const workerCount = 4
/** Each primary has a replica. */
type RedisKind = 'single' | 'cluster'

/** Share of the time in which faults begin. */
const lastFaultShare = 0.85
const longestPauseMs = 2_500
const longestOutageMs: Partial<Record<FaultKind, number>> = {
  'pause worker': 30_000,
  'pause Redis': 30_000,
  'pause PostgreSQL': 30_000,
  // Time in which writes are lost.
  'promote stale Redis': 2_000,
  'lose packets to the stores': 20_000,
  'lose packets of the stores': 20_000,
}
const usualOutageMs = 6_000

/** Every kind occurs equally often, and each once before any repeats. */
export function makePlan(seed: number, seconds: number, kind: PlanKind = {}): Plan {
  const { redis = 'single', asRoot = false } = kind
  const kinds = asRoot ? [...faultKinds, ...kindsOfRoot] : faultKinds
  const random = new Random(seed)
  const endsAtMs = seconds * 1_000 * lastFaultShare
  const meanPauseMs = Math.min(longestPauseMs, endsAtMs / kinds.length)
  const steps: Step[] = []
  let upcoming: FaultKind[] = []
  for (
    let atMs = meanPauseMs / 2;
    atMs < endsAtMs || steps.length < kinds.length;
    atMs += meanPauseMs * (0.2 + 1.6 * random.next())
  ) {
    if (upcoming.length === 0) upcoming = random.shuffled(kinds)
    const kind = present(upcoming.pop())
    const longestMs = Math.min(longestOutageMs[kind] ?? usualOutageMs, seconds * 100)
    steps.push({
      kind,
      atMs: Math.round(atMs),
      worker: random.between(0, workerCount - 1),
      node: random.between(0, 2),
      lastsMs: random.between(Math.round(longestMs / 10), longestMs),
    })
  }
  // In a cluster, one for each node.
  const shards = redis === 'cluster' ? 3 : random.pick([1, 3])
  return { seed, seconds, redis, asRoot, kinds, shards, steps }
}
