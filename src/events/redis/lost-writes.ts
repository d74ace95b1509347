import type { QueueOptions } from '../queues'
import type { Scripts } from './scripts'

/** Most outbox ids that one question to Redis names. */
const maxIds = 1_000
const microsecondsKept = 3_600_000_000
const queuesPerCall = 500

/** Publications that Redis has confirmed. */
export interface ConfirmedPublications {
  outboxIds: readonly number[]
  /** Time when the latest was confirmed, in microseconds of the clock of Redis. */
  time: number
}

/**
 * The outbox rows that this worker has published to one shard lately. A Redis that no longer knows
 * one of them has lost its latest writes, and may have lost events of any queue with them: it came
 * back from a snapshot, or a replica took over that lagged behind.
 */
export class RecentPublications {
  private confirmed: { outboxId: number; time: number }[] = []

  add(outboxIds: readonly number[], time: number): void {
    for (const outboxId of outboxIds) this.confirmed.push({ outboxId, time })
    // Not at each addition, for that moves all the others.
    if (this.confirmed.length > 2 * maxIds) this.confirmed = this.confirmed.slice(-maxIds)
  }

  /** The latest of them; undefined when there are none. */
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
 * Deletes the queues of a shard whose Redis lost its latest writes: what they lost with them is
 * unknown, so they go as a whole.
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
