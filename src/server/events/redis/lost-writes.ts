import type { QueueOptions } from '../queues'
import type { RecentPublications } from './publisher'
import type { Scripts } from './scripts'

const queuesPerCall = 500

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

/** An outbox id that is never published: to the script, a publication that was lost. */
const neverPublished = 0

/** Deletes all queues of a shard. Returns their number. */
export async function dropAllQueues(
  scripts: Pick<Scripts, 'dropOutdatedQueues'>,
  onDropped: () => void,
): Promise<number> {
  let total = 0
  for (;;) {
    const everything = { outboxIds: [neverPublished], time: Number.MAX_SAFE_INTEGER }
    const count = (await scripts.dropOutdatedQueues(everything, queuesPerCall)) ?? 0
    for (let i = 0; i < count; i++) onDropped()
    total += count
    if (count < queuesPerCall) return total
  }
}
