import { createHash } from 'node:crypto'

import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import {
  RLWrapperTimeouts,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'

import type { Config } from '../../config/config'
import { isCluster, redisAddresses } from '../../redis/addresses'
import { RateLimitedError } from '../errors'

const windowSeconds = 60
/** A Redis slower than this must not hold up requests: the worker counts for itself then. */
const storeTimeoutMs = 500

/** Where an account stands in its current minute. */
export interface Allowance {
  isExceeded: boolean
  /** Calls per minute. */
  limit: number
  remaining: number
  /** Until the count starts anew. */
  resetMs: number
}

/** Counts what may be done only so often, over all workers together. */
export interface Limits {
  /** Counts a call of an account. @returns undefined where calls are not limited */
  countCall(accountId: number): Promise<Allowance | undefined>
  /**
   * Counts a request with wrong credentials.
   * @throws RateLimitedError when the address sent too many
   */
  countFailedCredentials(ip: string): Promise<void>
  /**
   * Counts an attempt to log in with a password, before it is checked: guesses sent at the same
   * instant count as well.
   * @throws RateLimitedError when the address, or anybody for this account, tried too often
   */
  consumeLogin(ip: string, username: string): Promise<void>
  /** Takes an attempt back that turned out right. */
  forgiveLogin(ip: string, username: string): Promise<void>
  close(): Promise<void>
}

type Settings = Pick<Config, 'redisUrl' | 'redisKeyPrefix' | 'rateLimit' | 'loginAttemptsPerMinute'>

/** Counts in Redis, and in this process while Redis is away or where there is none. */
export function createLimits(config: Settings, log: Logger): Limits {
  const redis = config.redisUrl ? connect(config.redisUrl, log) : undefined
  const counter = (name: string, perMinute: number | null): Counter | undefined =>
    perMinute === null
      ? undefined
      : openCounter(redis, `${config.redisKeyPrefix}:limit:${name}`, perMinute)

  const calls = counter('calls', config.rateLimit)
  const failedCredentials = counter('credentials', config.loginAttemptsPerMinute)
  const loginsByAddress = counter('login-ip', config.loginAttemptsPerMinute)
  const loginsByName = counter('login-name', config.loginAttemptsPerMinute)

  return {
    async countCall(accountId) {
      return calls?.count(String(accountId))
    },
    async countFailedCredentials(ip) {
      refuseIfExceeded(await failedCredentials?.count(ip))
    },
    async consumeLogin(ip, username) {
      refuseIfExceeded(await loginsByAddress?.count(ip))
      refuseIfExceeded(await loginsByName?.count(nameKey(username)))
    },
    async forgiveLogin(ip, username) {
      await loginsByAddress?.takeBack(ip)
      await loginsByName?.takeBack(nameKey(username))
    },
    async close() {
      // Nothing is in flight that anybody waits for.
      redis?.disconnect()
    },
  }
}

interface Counter {
  count(key: string): Promise<Allowance>
  takeBack(key: string): Promise<void>
}

function openCounter(
  redis: Redis | Cluster | undefined,
  keyPrefix: string,
  perMinute: number,
): Counter {
  const window = { keyPrefix, points: perMinute, duration: windowSeconds }
  const memory = new RateLimiterMemory(window)
  const limiter: RateLimiterAbstract = redis
    ? new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({
          ...window,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          // Who is over the limit is refused from memory until the minute is over.
          inMemoryBlockOnConsumed: perMinute + 1,
        }),
        timeoutMs: storeTimeoutMs,
        insuranceLimiter: memory,
      })
    : memory

  const firstContact = redis && madeContact(redis)
  return {
    async count(key) {
      await firstContact
      const result = await consume(limiter, key)
      return {
        isExceeded: result.isExceeded,
        limit: perMinute,
        remaining: result.isExceeded ? 0 : result.state.remainingPoints,
        resetMs: result.state.msBeforeNext,
      }
    },
    async takeBack(key) {
      await limiter.reward(key)
    },
  }
}

/** The library rejects with a result, not an error, when the points are used up. */
async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ isExceeded: boolean; state: RateLimiterRes }> {
  try {
    return { isExceeded: false, state: await limiter.consume(key) }
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return { isExceeded: true, state: rejection }
    throw rejection
  }
}

function refuseIfExceeded(allowance: Allowance | undefined): void {
  if (allowance?.isExceeded) throw new RateLimitedError(allowance.resetMs)
}

/** What people type as a name has no bounded length and may be private: keep its digest. */
function nameKey(username: string): string {
  return createHash('sha256').update(username.trim().toLowerCase()).digest('base64url').slice(0, 22)
}

/**
 * Settles once Redis answered or failed for the first time: a worker that just started would
 * otherwise count its first calls for itself.
 */
function madeContact(redis: Redis | Cluster): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', () => resolve())
    setTimeout(resolve, storeTimeoutMs).unref()
  })
}

function connect(url: string, log: Logger): Redis | Cluster {
  const redis = isCluster(url)
    ? connectToCluster(redisAddresses(url))
    : new Redis(url, connectionOptions)
  let isAway = false
  // Without a listener a lost connection would end the process; one line an outage is enough.
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'rate limits are counted per worker: Redis is away')
    isAway = true
  })
  redis.on('ready', () => {
    isAway = false
  })
  return redis
}

const connectionOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // Else a timer outlives the close of a client that is not connected.
  disconnectTimeout: 0,
}

/** Counters are spread over all nodes; those of a node that is away are counted per worker. */
function connectToCluster(addresses: string[]): Cluster {
  const { protocol, username, password } = new URL(addresses[0] as string)
  return new Cluster(addresses, {
    enableOfflineQueue: false,
    // To the node that has taken a slot over. Nobody waits for one that is away.
    maxRedirections: 1,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    redisOptions: {
      ...connectionOptions,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  })
}
