import type { QueueOptions } from '../queues'
import type { Scripts } from './scripts'

const queuesPerCall = 500

/**
 * Deletes the queues of a shard whose Redis lost its latest writes: the lost events are unknown, so
 * whole queues are dropped.
 */
export async function dropOutdatedQueues(
  { number, scripts }: { number: number; scripts: Pick<Scripts, 'dropOutdatedQueues' | 'latest'> },
  { onQueueDropped, log }: Pick<QueueOptions, 'onQueueDropped' | 'log'>,
): Promise<void> {
  const { confirmed } = scripts.latest
  if (!confirmed) return
  const total = await dropInSteps(
    () => scripts.dropOutdatedQueues(confirmed, queuesPerCall),
    () => onQueueDropped?.('incomplete'),
  )
  if (total === undefined) return
  log.warn({ shard: number, queues: total }, 'Redis lost its latest writes: queues dropped')
  scripts.latest.forget()
}

/** Deletes all queues of a shard. Returns their number. */
export async function dropAllQueues(
  scripts: Pick<Scripts, 'dropOutdatedQueues'>,
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
