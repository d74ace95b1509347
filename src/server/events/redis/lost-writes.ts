import type { QueueOptions } from '../queues'

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

/** The calls of a shard, as `Scripts` has them. */
interface DroppingScripts {
  confirmedWrite: ConfirmedWrite | undefined
  dropOutdatedQueues(
    latest: ConfirmedWrite | 'everything',
    limit: number,
  ): Promise<number | undefined>
}

const queuesPerCall = 500

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

/** Deletes all queues of a shard. Returns their number. */
export async function dropAllQueues(
  scripts: Pick<DroppingScripts, 'dropOutdatedQueues'>,
  onDropped: () => void,
): Promise<number> {
  const total = await dropInSteps(
    () => scripts.dropOutdatedQueues('everything', queuesPerCall),
    onDropped,
  )
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
