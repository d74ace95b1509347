import { ReplyError } from 'ioredis'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { growing } from '../../lib/pauses'
import { RedisAwayError } from '../../lib/store-away'
import { clusterConnector, isCluster, redisAddresses } from './cluster'
import { PatientRedis } from './patient-redis'

/** Settings of every use of Redis. */
export interface RedisSettings {
  /** Addresses, as in REDIS_URL. */
  url: string
  /** First part of every key and channel. */
  keyPrefix: string
  log: Pick<Logger, 'info' | 'warn'>
  /** Max time that a call to Redis waits while this process runs; default: 3 seconds. */
  commandTimeoutMs?: number
}

export interface ConnectionOptions extends Omit<RedisSettings, 'keyPrefix'> {
  /** Purpose of the connection, shown in the log, and in CLIENT LIST as `parley-<name>`. */
  name: ConnectionName
  /**
   * Any key, or channel, with the hash tag of all keys used on the connection: in a cluster it
   * determines the node.
   */
  key: string
  /**
   * Runs whenever the connection is ready, before any {@link RedisConnection.call} continues. If it
   * fails, the connection is opened again.
   */
  onReady?: () => Promise<void>
  /** Whether callers have their own timeout, so that commands need no timers. */
  isTimedByCaller?: boolean
  /** Text for the log about the worker's behavior while Redis is down. */
  meanwhile?: string
}

/**
 * All connections of a worker: for commands, and for listening, which excludes other commands; in a
 * cluster, the `events` ones exist once per shard.
 */
export type ConnectionName =
  'accounts' | 'accounts-listener' | 'events' | 'events-listener' | 'limits' | 'presence'

const defaultCommandTimeoutMs = 3_000
/** Pauses between attempts to connect. */
const pauses = { firstMs: 50, longestMs: 2_000 }

/**
 * A connection to Redis that reconnects forever. While it is down its calls fail at once; only
 * calls made before the end of the very first attempt wait for that.
 *
 * In a cluster it belongs to one node. Redirections and cluster errors of that node (MOVED, ASK,
 * TRYAGAIN, CLUSTERDOWN) fail like an outage; see docs/decisions/0005.
 */
export class RedisConnection {
  /** The ioredis client, for commands with ioredis errors; {@link call} translates errors. */
  readonly redis: Redis
  readonly commandTimeoutMs: number
  /** Settles when the very first attempt to connect has ended, successfully or not. */
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
    this.redis = new PatientRedis(
      {
        ...(isCluster(url)
          ? { Connector: clusterConnector(key, addresses, commandTimeoutMs) }
          : {}),
        connectionName: `parley-${name}`,
        patienceMs: commandTimeoutMs,
        isTimedByCaller: isTimedByCaller ?? false,
        // A connection that broke before it was closed keeps the process alive for so long.
        disconnectTimeout: 250,
        retryStrategy: (attempt) => growing(attempt, pauses),
        // An interrupted command fails and is not resent by the client, which does not know whether
        // it is safe to repeat; each caller knows.
        enableOfflineQueue: false,
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        autoResubscribe: false,
        // The node became a replica, or moved the slot: reconnecting leads to the right node.
        reconnectOnError: ({ message }) => /^(READONLY|MOVED)\b/.test(message),
      },
      addresses[0],
    )
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
   * @throws RedisAwayError if Redis did not answer; it may have run the command
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

  /** Resolves when commands can be sent; waits without a limit. */
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
        // If the connection is down already, its return prepares again.
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
    // Errors of ioredis contain the arguments of the command, and thereby messages of users.
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
