import { createHash } from 'node:crypto'

import type { Logger } from 'pino'
import {
  RLWrapperTimeouts,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'

import type { Config } from '../../config/config'
import { RedisConnection } from '../../redis/connection'
import { RateLimitedError } from '../errors'

const windowSeconds = 60
/**
 * How long Redis may take: a slower one must not hold up requests, and the worker counts for itself
 * then.
 */
const storeTimeoutMs = 500

/** The calls an account has left in its current minute. */
export interface Allowance {
  isExceeded: boolean
  /** Calls per minute. */
  limit: number
  remaining: number
  /** Time until the count starts anew. */
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
  // One hash tag: in a cluster all counters are at one node.
  const keyPrefix = `{${config.redisKeyPrefix}:limit}`
  const connection = config.redisUrl ? connect(config.redisUrl, keyPrefix, log) : undefined
  const counter = (name: string, perMinute: number | null): Counter | undefined =>
    perMinute === null ? undefined : openCounter(connection, `${keyPrefix}:${name}`, perMinute)

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
      connection?.close()
    },
  }
}

interface Counter {
  count(key: string): Promise<Allowance>
  takeBack(key: string): Promise<void>
}

function connect(url: string, key: string, log: Logger): RedisConnection {
  return new RedisConnection({
    url,
    key,
    log,
    name: 'limits',
    isTimedByCaller: true,
    meanwhile: 'each worker counts for itself',
  })
}

function openCounter(
  connection: RedisConnection | undefined,
  keyPrefix: string,
  perMinute: number,
): Counter {
  const window = { keyPrefix, points: perMinute, duration: windowSeconds }
  const memory = new RateLimiterMemory(window)
  const limiter: RateLimiterAbstract = connection
    ? new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({
          ...window,
          storeClient: connection.redis,
          rejectIfRedisNotReady: true,
          // Who is over the limit is refused from memory until the minute is over.
          inMemoryBlockOnConsumed: perMinute + 1,
        }),
        timeoutMs: storeTimeoutMs,
        insuranceLimiter: memory,
      })
    : memory

  const firstContact = connection && madeContact(connection)
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

/** Counts once. The library rejects with a result, not an error, when the points are used up. */
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

/**
 * The key of a name. What people type as one has no bounded length and may be private: keep its
 * digest.
 */
function nameKey(username: string): string {
  return createHash('sha256').update(username.trim().toLowerCase()).digest('base64url').slice(0, 22)
}

/**
 * Settles once Redis answered or failed for the first time: a worker that just started would
 * otherwise count its first calls for itself.
 */
function madeContact({ firstAttempt }: RedisConnection): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, storeTimeoutMs).unref()
  })
  return Promise.race([firstAttempt, patience])
}
