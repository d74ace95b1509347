import type { QueueOptions } from '../queues'

/** Settings of the search for lost writes. */
export interface WitnessOptions extends Pick<QueueOptions, 'onQueueDropped' | 'log'> {
  /** Time for a worker to connect again after a start of Redis; default: ten seconds. */
  witnessPatienceMs?: number
}

/**
 * A write of this worker that Redis has confirmed: a call that gave an id to an event. If Redis has counted fewer, it has
 * lost its latest writes, and possibly events of any queue: it restarted from a snapshot, or a lagging replica took over.
 */
export interface ConfirmedWrite {
  /** Number of such calls of this worker so far. */
  count: number
  /** Time of the confirmation, in microseconds of the Redis clock. */
  time: number
}

/** A run of Redis, from its start on, before which writes may be missing that no worker remembers. */
export interface DoubtfulRun {
  /** When a worker first saw it, in microseconds of the Redis clock. */
  since: number
  /** Whether no worker that was connected before has come back in time. */
  isUnwitnessed: boolean
}

/** The calls of a shard, as `Scripts` has them. */
interface DroppingScripts {
  confirmedWrite: ConfirmedWrite | undefined
  wasConnected: boolean
  dropOutdatedQueues(latest: Partial<ConfirmedWrite>, limit: number): Promise<number | undefined>
  checkRun(isWitness: boolean, patienceMs: number): Promise<DoubtfulRun | undefined>
}

const queuesPerCall = 500
/** Time for a worker to connect again after a start of Redis; its pauses between attempts are two seconds at most. */
const defaultWitnessPatienceMs = 10_000

/**
 * Deletes the queues of a shard whose Redis lost its latest writes: the lost events are unknown, so
 * whole queues are dropped.
 */
export async function dropOutdatedQueues(
  { number, scripts }: { number: number; scripts: DroppingScripts },
  { onQueueDropped, log }: Pick<QueueOptions, 'onQueueDropped' | 'log'>,
): Promise<void> {
  const { confirmedWrite: confirmed } = scripts
  if (!confirmed) return
  const total = await dropInSteps(
    () => scripts.dropOutdatedQueues(confirmed, queuesPerCall),
    () => onQueueDropped?.('incomplete'),
  )
  if (total === undefined) return
  log.warn({ shard: number, queues: total }, 'Redis lost its latest writes: queues dropped')
  scripts.confirmedWrite = undefined
}

/**
 * Deletes the queues of a shard if Redis was started anew and no worker that was connected before has come back: the
 * workers may have ended together with Redis, as in a power cut, and the writes that they remember with them. A worker that
 * was connected before has called {@link dropOutdatedQueues}, and vouches for the queues.
 *
 * @returns the number of deleted queues
 */
export async function dropUnwitnessedQueues(
  { number, scripts }: { number: number; scripts: DroppingScripts },
  { onQueueDropped, log, witnessPatienceMs = defaultWitnessPatienceMs }: WitnessOptions,
): Promise<number> {
  const doubtful = await scripts.checkRun(scripts.wasConnected, witnessPatienceMs)
  if (doubtful && !doubtful.isUnwitnessed) return 0
  let total = 0
  if (doubtful) {
    const dropped = await dropInSteps(
      () => scripts.dropOutdatedQueues({ time: doubtful.since }, queuesPerCall),
      () => onQueueDropped?.('incomplete'),
    )
    total = dropped ?? 0
    log.warn(
      { shard: number, queues: total },
      'Redis was started anew, and no worker remembers its latest writes: queues dropped',
    )
    await scripts.checkRun(true, witnessPatienceMs)
  }
  scripts.wasConnected = true
  return total
}

/** Deletes all queues of a shard. Returns their number. */
export async function dropAllQueues(
  scripts: Pick<DroppingScripts, 'dropOutdatedQueues'>,
  onDropped: () => void,
): Promise<number> {
  const total = await dropInSteps(() => scripts.dropOutdatedQueues({}, queuesPerCall), onDropped)
  return total ?? 0
}

/** @param dropSome deletes up to {@link queuesPerCall} queues; undefined if there is no reason to */
async function dropInSteps(
  dropSome: () => Promise<number | undefined>,
  onDropped: () => void,
): Promise<number | undefined> {
  let total = 0
  for (;;) {
    const count = await dropSome()
    if (count === undefined) return undefined
    for (let i = 0; i < count; i++) onDropped()
    total += count
    if (count < queuesPerCall) return total
  }
}
