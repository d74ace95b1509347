import { Redis, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { growing } from '../runtime/pauses'
import { RedisAwayError } from '../runtime/store-away'
import { isCluster, redisAddresses } from './addresses'
import { clusterConnector } from './cluster-connector'

export interface ConnectionOptions {
  /** As in REDIS_URL. */
  url: string
  /**
   * Any key, or channel, with the hash tag of all those that the connection is used for: in a
   * cluster it leads to the node that serves them.
   */
  key: string
  /** What the connection is for; seen in CLIENT LIST and in the log. */
  role: 'commands' | 'wake-ups'
  /** No call waits longer than this. */
  commandTimeoutMs: number
  log: Pick<Logger, 'info' | 'warn'>
  /**
   * Runs whenever the connection is ready, before any {@link RedisConnection.call} goes on. When
   * it fails the connection is made again.
   */
  onReady?: () => Promise<void>
}

/** Between attempts to connect. */
const pauses = { firstMs: 50, longestMs: 2_000 }

/**
 * One connection to Redis that comes back by itself, for ever. While it is away its calls fail
 * at once; only those made before the very first attempt has ended wait for that.
 *
 * In a cluster it belongs to one node. What that node answers for another one, or for the whole
 * cluster (MOVED, ASK, TRYAGAIN, CLUSTERDOWN), fails like an outage; see docs/decisions/0005.
 */
export class RedisConnection {
  readonly redis: Redis
  private opening: Promise<void> | undefined
  private nextReady: Promise<void> | undefined
  private lastError: string | undefined
  private state: 'new' | 'up' | 'down' | 'closed' = 'new'
  private isFailing = false

  constructor(private readonly options: ConnectionOptions) {
    const { url, key, role, commandTimeoutMs } = options
    const addresses = redisAddresses(url)
    this.redis = new Redis(addresses[0] as string, {
      ...(isCluster(url) ? { Connector: clusterConnector(key, addresses) } : {}),
      connectionName: `parley-${role}`,
      commandTimeout: commandTimeoutMs,
      connectTimeout: commandTimeoutMs,
      // A connection that takes commands and answers none is dead, whatever TCP thinks of it.
      socketTimeout: 2 * commandTimeoutMs,
      retryStrategy: (attempt) => growing(attempt, pauses),
      // A command that was cut off fails, rather than being sent again by whoever does not know
      // what it does; each caller knows.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      // The node became a replica, or gave the slot away: connecting again leads to the right one.
      reconnectOnError: ({ message }) => /^(READONLY|MOVED)\b/.test(message),
    })
    this.waitFor(
      new Promise((resolve) => {
        this.redis.once('ready', resolve)
        this.redis.once('close', resolve)
        this.redis.once('end', resolve)
      }),
    )
    this.redis.on('ready', () => this.prepare())
    this.reportChanges()
  }

  /**
   * Runs one command.
   * @throws RedisAwayError when Redis did not answer; it may have run the command
   */
  async call<T>(command: () => Promise<T>): Promise<T> {
    while (this.opening) await this.opening
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

  private prepare(): void {
    const { onReady, log } = this.options
    if (!onReady) return
    this.waitFor(
      onReady().catch((error: unknown) => {
        // If it is gone already, its return brings us back here.
        if (this.redis.status !== 'ready') return
        log.warn({ reason: (error as Error).message }, 'Redis cannot be used yet, connecting again')
        this.redis.disconnect(true)
      }),
    )
  }

  /** Lets calls wait. */
  private waitFor(opening: Promise<void>): void {
    this.opening = opening
    void opening.then(() => {
      if (this.opening === opening) this.opening = undefined
    })
  }

  private explain(error: Error): Error {
    // Errors of ioredis carry the arguments of the command, and with them what people wrote.
    const isBug = error instanceof ReplyError && /^(ERR|WRONGTYPE)\b/.test(error.message)
    if (isBug) return new Error(`Redis: ${error.message}`)

    if (this.state === 'up' && !this.isFailing) {
      this.options.log.warn({ reason: error.message }, 'Redis fails to run commands')
      this.isFailing = true
    }
    return new RedisAwayError((this.state === 'down' && this.lastError) || error.message)
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
