import type { Logger } from 'pino'

/** Why a queue went although nobody asked for it. */
export type DropReason =
  /** Nobody polled it for its lifespan. */
  | 'expired'
  /** It outgrew its cap on events or bytes. */
  | 'overfull'
  /** The store has lost a part of it. */
  | 'incomplete'

/** What every implementation of {@link EventQueues} is made with. */
export interface QueueOptions {
  /** A silent poll is answered with a heartbeat after a random time in between. */
  heartbeatMs: { min: number; max: number }
  /** A queue that would hold more unacknowledged events is dropped as a whole. */
  maxEventsPerQueue: number
  /** The same for the size of its events as text. */
  maxBytesPerQueue?: number
  log: Pick<Logger, 'info' | 'warn'>
  /** From 0 to 1; spreads heartbeats. */
  random?: () => number
  /** Told of each queue that was dropped by this worker. */
  onQueueDropped?: (reason: DropReason) => void
}

/** node keeps a list for each length of its timers, so that there are only so many lengths. */
const heartbeatDelays = 64

/** How long one poll waits for its heartbeat. */
export function heartbeatDelayMs({
  heartbeatMs,
  random = Math.random,
}: Pick<QueueOptions, 'heartbeatMs' | 'random'>): number {
  const step = Math.floor(random() * heartbeatDelays) / heartbeatDelays
  return heartbeatMs.min + step * (heartbeatMs.max - heartbeatMs.min)
}
