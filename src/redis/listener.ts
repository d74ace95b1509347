import type { RedisConnection } from './connection'

export interface ListenerEvents {
  /** A message arrived. */
  onMessage: (message: string) => void
  /** From now on no message is missed; those sent before may have been. */
  onListening: () => void
}

/**
 * The worker's one ear in Redis. Messages are lost while it is away, so it counts its sessions:
 * whoever expects a message checks that the session is still the one in which it began to wait.
 */
export class Listener {
  private sessions = 0
  private isListening = false
  private readonly liveness: NodeJS.Timeout

  constructor(
    private readonly connection: RedisConnection,
    private readonly channels: readonly string[],
    private readonly events: ListenerEvents,
    livenessIntervalMs: number,
  ) {
    const { redis } = connection
    redis.on('message', (_channel: string, message: string) => events.onMessage(message))
    redis.on('ready', () => void this.subscribe())
    redis.on('close', () => (this.isListening = false))
    // Without a command on its way nobody would notice that the other end is gone.
    this.liveness = setInterval(() => void redis.ping().catch(() => {}), livenessIntervalMs)
    this.liveness.unref()
  }

  /** Number of the running session, or undefined while messages are being missed. */
  get session(): number | undefined {
    return this.isListening ? this.sessions : undefined
  }

  close(): void {
    clearInterval(this.liveness)
    this.isListening = false
    this.connection.close()
  }

  private async subscribe(): Promise<void> {
    try {
      await this.connection.redis.subscribe(...this.channels)
    } catch {
      // Either the connection went again, and its return brings us back here, or it is stuck.
      const { redis } = this.connection
      if (redis.status === 'ready') redis.disconnect(true)
      return
    }
    this.sessions += 1
    this.isListening = true
    this.events.onListening()
  }
}
