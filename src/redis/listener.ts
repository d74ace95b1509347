import { RedisConnection } from './connection'
import type { ConnectionOptions } from './connection'
import { regularly } from '../runtime/pauses'

export interface ListenerOptions extends Omit<ConnectionOptions, 'onReady'> {
  channels: readonly string[]
  /** Takes a message. */
  onMessage: (message: string) => void
  /** Hears that from now on no message is missed; those sent before may have been. */
  onListening: () => void
}

/**
 * A connection that hears the messages of some channels. Messages are lost while it is away, so it
 * counts its sessions: whoever expects a message checks that the session is still the one in which
 * it began to wait.
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
    // Without a command on its way nobody would notice that the other end is gone.
    this.stopPings = regularly(commandTimeoutMs, () => void redis.ping().catch(() => {}))
  }

  /** Number of the running session, or undefined while messages are being missed. */
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
      // Either the connection went again, and its return brings us back here, or it is stuck.
      if (redis.status === 'ready') redis.disconnect(true)
      return
    }
    this.sessions += 1
    this.isListening = true
    this.options.onListening()
  }
}
