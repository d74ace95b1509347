import type { RedisConnection } from '../../stores/redis/connection'
import { olderWakeUpChannels } from './keys'

/**
 * Time without older workers before they count as gone; a reconnecting worker is briefly invisible.
 */
const patienceMs = 60_000

/**
 * Detects workers of earlier versions at a shard, during an upgrade. They look for events in sorted
 * sets only, so a queue with an event in its state would seem empty to them. Their wake-up channels
 * identify them.
 */
export class OlderWorkers {
  private hasLooked = false
  private lastSeenMs = -Infinity

  /** @param nowMs a monotonic clock */
  constructor(
    private readonly redis: Pick<RedisConnection['redis'], 'pubsub'>,
    private readonly shardKey: string,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** Whether events may be kept in queue states. */
  get areGone(): boolean {
    return this.hasLooked && this.nowMs() - this.lastSeenMs > patienceMs
  }

  /** Looks for older workers; call it repeatedly, since they may return. */
  async look(): Promise<void> {
    const channels = (await this.redis.pubsub(
      'CHANNELS',
      olderWakeUpChannels(this.shardKey),
    )) as string[]
    if (channels.length > 0) this.lastSeenMs = this.nowMs()
    this.hasLooked = true
  }
}
