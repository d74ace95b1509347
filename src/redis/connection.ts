import { Redis, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { growing } from '../runtime/pauses'
import { RedisAwayError } from '../runtime/store-away'
import { clusterConnector, isCluster, redisAddresses } from './cluster'

/** Settings that everything that uses Redis is made with. */
export interface RedisSettings {
  /** Addresses, as in REDIS_URL. */
  url: string
  /** First part of every key and channel. */
  keyPrefix: string
  log: Pick<Logger, 'info' | 'warn'>
  /** The longest time that a call to Redis waits; 3 seconds unless given. */
  commandTimeoutMs?: number
}

export interface ConnectionOptions extends Omit<RedisSettings, 'keyPrefix'> {
  /** Purpose of the connection, seen in the log, and in CLIENT LIST as `parley-<name>`. */
  name: ConnectionName
  /**
   * Any key, or channel, with the hash tag of all those that the connection is used for: in a
   * cluster it leads to the node that serves them.
   */
  key: string
  /**
   * Runs whenever the connection is ready, before any {@link RedisConnection.call} goes on. When
   * it fails the connection is made again.
   */
  onReady?: () => Promise<void>
  /**
   * Whether whoever sends commands gives up by itself, so that they need no timers of their own.
   */
  isTimedByCaller?: boolean
  /** Text for the log about what this worker does while Redis is away. */
  meanwhile?: string
}

/**
 * All connections that a worker has: some for commands, and those that listen, which take no other
 * commands; in a cluster, one of each kind of `events` for each shard.
 */
export type ConnectionName =
  'accounts' | 'accounts-listener' | 'events' | 'events-listener' | 'limits' | 'presence'

const defaultCommandTimeoutMs = 3_000
/** Pauses between attempts to connect. */
const pauses = { firstMs: 50, longestMs: 2_000 }

/**
 * One connection to Redis that comes back by itself, for ever. While it is away its calls fail
 * at once; only those made before the very first attempt has ended wait for that.
 *
 * In a cluster it belongs to one node. What that node answers for another one, or for the whole
 * cluster (MOVED, ASK, TRYAGAIN, CLUSTERDOWN), fails like an outage; see docs/decisions/0005.
 */
export class RedisConnection {
  /**
   * The client of ioredis, for commands that fail in the way of ioredis; {@link call} explains
   * failures.
   */
  readonly redis: Redis
  readonly commandTimeoutMs: number
  /** Settles when the very first attempt to connect has ended, either way. */
  readonly firstAttempt: Promise<void>
  private opening: Promise<void> | undefined
  private nextReady: Promise<void> | undefined
  private lastError: string | undefined
  private state: 'new' | 'up' | 'down' | 'closed' = 'new'
  private isFailing = false

  constructor(private readonly options: ConnectionOptions) {
    const { url, key, name, commandTimeoutMs = defaultCommandTimeoutMs, isTimedByCaller } = options
    const addresses = redisAddresses(url)
    this.commandTimeoutMs = commandTimeoutMs
    this.redis = new Redis(addresses[0] as string, {
      ...(isCluster(url) ? { Connector: clusterConnector(key, addresses) } : {}),
      connectionName: `parley-${name}`,
      ...(isTimedByCaller ? {} : { commandTimeout: commandTimeoutMs }),
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
    this.firstAttempt = new Promise((resolve) => {
      this.redis.once('ready', resolve)
      this.redis.once('close', resolve)
      this.redis.once('end', resolve)
    })
    this.letCallsWaitFor(this.firstAttempt)
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
    this.letCallsWaitFor(
      onReady().catch((error: unknown) => {
        // If it is gone already, its return brings us back here.
        if (this.redis.status !== 'ready') return
        log.warn({ reason: (error as Error).message }, 'Redis cannot be used yet, connecting again')
        this.redis.disconnect(true)
      }),
    )
  }

  private letCallsWaitFor(opening: Promise<void>): void {
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
      const { log, name } = this.options
      log.warn({ connection: name, reason: error.message }, 'Redis fails to run commands')
      this.isFailing = true
    }
    return new RedisAwayError((this.state === 'down' && this.lastError) || error.message)
  }

  private reportChanges(): void {
    const { log, name, meanwhile } = this.options
    this.redis.on('error', (error: Error) => (this.lastError = error.message))
    this.redis.on('ready', () => {
      if (this.state === 'down') log.info({ connection: name }, 'Redis is back')
      this.state = 'up'
    })
    this.redis.on('close', () => {
      if (this.state === 'down' || this.state === 'closed') return
      this.state = 'down'
      log.warn(
        { connection: name, reason: this.lastError, meanwhile },
        'Redis is away, trying again',
      )
    })
  }
}
