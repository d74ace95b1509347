import type { RedisConnection } from '../../redis/connection'
import { olderWakeUpChannels } from './keys'

/** How long none of them must have been heard of: one that connects again is briefly not there. */
const patienceMs = 60_000

/**
 * The workers of earlier versions at a shard, while an upgrade lasts. They look for events in sorted
 * sets only, and would take a queue for empty that has one in its state; and they are known by the
 * channels on which they hear their wake-ups.
 */
export class OlderWorkers {
  private hasLooked = false
  private lastSeenMs = -Infinity

  /** @param nowMs any clock that only goes forward */
  constructor(
    private readonly redis: Pick<RedisConnection['redis'], 'pubsub'>,
    private readonly shardKey: string,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** Whether events may be where they do not find them. */
  get areGone(): boolean {
    return this.hasLooked && this.nowMs() - this.lastSeenMs > patienceMs
  }

  /** Looks for them; to be called again and again, for they may come back. */
  async look(): Promise<void> {
    const channels = (await this.redis.pubsub(
      'CHANNELS',
      olderWakeUpChannels(this.shardKey),
    )) as string[]
    if (channels.length > 0) this.lastSeenMs = this.nowMs()
    this.hasLooked = true
  }
}
