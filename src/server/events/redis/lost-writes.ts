import type { QueueOptions } from '../queues'
import type { Scripts } from './scripts'

/** Max outbox ids per query to Redis. */
const maxIds = 1_000
const microsecondsKept = 3_600_000_000
const queuesPerCall = 500

/** Publications that Redis has confirmed. */
export interface ConfirmedPublications {
  outboxIds: readonly number[]
  /** Time of the latest confirmation, in microseconds of the Redis clock. */
  time: number
}

/**
 * The outbox rows that this worker recently published to one shard. If Redis no longer knows one of
 * them, it has lost its latest writes, and possibly events of any queue: it restarted from a
 * snapshot, or a lagging replica took over.
 */
export class RecentPublications {
  private confirmed: { outboxId: number; time: number }[] = []

  add(outboxIds: readonly number[], time: number): void {
    for (const outboxId of outboxIds) this.confirmed.push({ outboxId, time })
    // Trimmed only at double size, since each trim copies the list.
    if (this.confirmed.length > 2 * maxIds) this.confirmed = this.confirmed.slice(-maxIds)
  }

  /** The latest publications; undefined if there are none. */
  list(): ConfirmedPublications | undefined {
    const time = this.confirmed.at(-1)?.time
    if (time === undefined) return undefined
    const outboxIds = this.confirmed
      .slice(-maxIds)
      .filter((each) => each.time > time - microsecondsKept)
      .map(({ outboxId }) => outboxId)
    return { outboxIds, time }
  }

  forgetAll(): void {
    this.confirmed = []
  }
}

/**
 * Deletes the queues of a shard whose Redis lost its latest writes: the lost events are unknown, so
 * whole queues are dropped.
 */
export async function dropOutdatedQueues(
  { number, scripts, recent }: { number: number; scripts: Scripts; recent: RecentPublications },
  { onQueueDropped, log }: Pick<QueueOptions, 'onQueueDropped' | 'log'>,
): Promise<void> {
  const confirmed = recent.list()
  if (!confirmed) return
  let total = 0
  let count: number | undefined
  do {
    count = await scripts.dropOutdatedQueues(confirmed, queuesPerCall)
    if (count === undefined) return
    for (let i = 0; i < count; i++) onQueueDropped?.('incomplete')
    total += count
  } while (count === queuesPerCall)
  log.warn({ shard: number, queues: total }, 'Redis lost its latest writes: queues dropped')
  recent.forgetAll()
}
