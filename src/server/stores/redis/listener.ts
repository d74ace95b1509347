import { RedisConnection } from './connection'
import type { ConnectionOptions } from './connection'
import { regularly } from '../../lib/pauses'

export interface ListenerOptions extends Omit<ConnectionOptions, 'onReady'> {
  channels: readonly string[]
  /** Receives a message. */
  onMessage: (message: string) => void
  /** Called when messages are received from now on; earlier ones may have been missed. */
  onListening: () => void
}

/**
 * A connection that listens to channels. Messages are lost while it is down, so it counts its
 * sessions: a caller that waits for a message checks that the session has not changed since it
 * began to wait.
 */
export class Listener {
  private readonly connection: RedisConnection
  private readonly stopPings: () => void
  private sessions = 0
  private isListening = false

  constructor(private readonly options: ListenerOptions) {
    this.connection = new RedisConnection(options)
    const { redis, commandTimeoutMs } = this.connection
    redis.on('message', (_channel: string, message: string) => options.onMessage(message))
    redis.on('ready', () => void this.subscribe())
    redis.on('close', () => (this.isListening = false))
    // Without a pending command, a dead connection would not be noticed.
    this.stopPings = regularly(commandTimeoutMs, () => void redis.ping().catch(() => {}))
  }

  /** Number of the current session, or undefined while messages are being missed. */
  get session(): number | undefined {
    return this.isListening ? this.sessions : undefined
  }

  close(): void {
    this.stopPings()
    this.isListening = false
    this.connection.close()
  }

  private async subscribe(): Promise<void> {
    const { redis } = this.connection
    try {
      await redis.subscribe(...this.options.channels)
    } catch {
      // Either the connection is down again, and its return subscribes again, or it is stuck.
      if (redis.status === 'ready') redis.disconnect(true)
      return
    }
    this.sessions += 1
    this.isListening = true
    this.options.onListening()
  }
}
