import { Redis, ReplyError } from 'ioredis'
import { EventsUnavailableError } from '../errors'
import type { QueueOptions } from '../options'

export interface ConnectionOptions {
  url: string
  /** What the connection is for; seen in CLIENT LIST and in the log. */
  role: 'commands' | 'wake-ups'
  /** No call waits longer than this. */
  commandTimeoutMs: number
  log: QueueOptions['log']
}

const longestPauseMs = 2_000

/**
 * One connection to Redis that comes back by itself, for ever. While it is away its calls fail
 * at once; only those made before the very first attempt has ended wait for that.
 */
export class RedisConnection {
  readonly redis: Redis
  private firstAttempt: Promise<void> | undefined
  private nextReady: Promise<void> | undefined
  private lastError: string | undefined
  private state: 'new' | 'up' | 'down' | 'closed' = 'new'
  private isFailing = false

  constructor(private readonly options: ConnectionOptions) {
    const { url, role, commandTimeoutMs } = options
    this.redis = new Redis(url, {
      connectionName: `parley-${role}`,
      commandTimeout: commandTimeoutMs,
      connectTimeout: commandTimeoutMs,
      // A connection that takes commands and answers none is dead, whatever TCP thinks of it.
      socketTimeout: 2 * commandTimeoutMs,
      retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt - 1, 10), longestPauseMs),
      // A command that was cut off fails, rather than being sent again by whoever does not know
      // what it does; each caller knows.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      // The node became a replica: connecting again leads to the new primary.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    })
    this.firstAttempt = new Promise((resolve) => {
      this.redis.once('ready', resolve)
      this.redis.once('close', resolve)
    })
    void this.firstAttempt.then(() => (this.firstAttempt = undefined))
    this.reportChanges()
  }

  /**
   * Runs one command.
   * @throws EventsUnavailableError when Redis did not answer; it may have run the command
   */
  async call<T>(command: () => Promise<T>): Promise<T> {
    if (this.firstAttempt) await this.firstAttempt
    try {
      const reply = await command()
      this.isFailing = false
      return reply
    } catch (error) {
      throw this.explain(error as Error)
    }
  }

  /** Resolves when commands can be sent, however long that takes. */
  whenReady(): Promise<void> {
    if (this.redis.status === 'ready') return Promise.resolve()
    this.nextReady ??= new Promise((resolve) => {
      this.redis.once('ready', () => {
        this.nextReady = undefined
        resolve()
      })
    })
    return this.nextReady
  }

  close(): void {
    this.state = 'closed'
    this.redis.disconnect()
  }

  private explain(error: Error): Error {
    // Errors of ioredis carry the arguments of the command, and with them what people wrote.
    const isBug = error instanceof ReplyError && /^(ERR|WRONGTYPE)\b/.test(error.message)
    if (isBug) return new Error(`event engine: ${error.message}`)

    if (this.state === 'up' && !this.isFailing) {
      this.options.log.warn({ reason: error.message }, 'Redis fails to run commands')
      this.isFailing = true
    }
    return new EventsUnavailableError()
  }

  private reportChanges(): void {
    const { log, role } = this.options
    this.redis.on('error', (error: Error) => (this.lastError = error.message))
    this.redis.on('ready', () => {
      if (this.state === 'down') log.info({ connection: role }, 'Redis is back')
      this.state = 'up'
    })
    this.redis.on('close', () => {
      if (this.state === 'down' || this.state === 'closed') return
      this.state = 'down'
      log.warn({ connection: role, reason: this.lastError }, 'Redis is away, trying again')
    })
  }
}
