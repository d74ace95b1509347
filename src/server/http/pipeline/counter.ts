import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RedisConnection } from '../../stores/redis/connection'

/** Timeout for Redis: a slow one must not hold up requests; the worker then counts in memory. */
const storeTimeoutMs = 500

/** The allowance of a key in its current window. */
export interface Allowance {
  isExceeded: boolean
  /** Max points of a window. */
  limit: number
  remaining: number
  /** Time until the count starts anew. */
  resetMs: number
}

/** Counts per key, in time windows that begin with the first count of each. */
export interface Counter {
  count(key: string, cost?: number): Promise<Allowance>
  takeBack(key: string): Promise<void>
  /** Marks a key without counting it. */
  mark(key: string, seconds: number): Promise<void>
  isMarked(key: string): Promise<boolean>
}

/**
 * Opens a counter in Redis, with a fallback in this process while Redis is away or not configured.
 *
 * @param points max count within a window
 * @param seconds length of the window
 */
export function openCounter(
  connection: RedisConnection | undefined,
  keyPrefix: string,
  points: number,
  seconds: number,
): Counter {
  const window = { keyPrefix, points, duration: seconds }
  const memory = new RateLimiterMemory(window)
  const limiter: RateLimiterAbstract = connection
    ? new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({
          ...window,
          storeClient: connection.redis,
          rejectIfRedisNotReady: true,
          // A key over the limit is refused from memory until its window ends.
          inMemoryBlockOnConsumed: points + 1,
        }),
        timeoutMs: storeTimeoutMs,
        insuranceLimiter: memory,
      })
    : memory

  const firstContact = connection && madeContact(connection)
  return {
    async count(key, cost = 1) {
      await firstContact
      const result = await consume(limiter, key, cost)
      return {
        isExceeded: result.isExceeded,
        limit: points,
        remaining: result.isExceeded ? 0 : result.state.remainingPoints,
        resetMs: result.state.msBeforeNext,
      }
    },
    async takeBack(key) {
      await limiter.reward(key)
    },
    async mark(key, seconds) {
      await limiter.set(key, 1, seconds)
    },
    async isMarked(key) {
      return (await limiter.get(key)) !== null
    },
  }
}

/** Counts once. The library rejects with a result, not an error, when the points are used up. */
async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  points: number,
): Promise<{ isExceeded: boolean; state: RateLimiterRes }> {
  try {
    return { isExceeded: false, state: await limiter.consume(key, points) }
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return { isExceeded: true, state: rejection }
    throw rejection
  }
}

/**
 * Settles once Redis answered or failed for the first time: a worker that just started would otherwise count
 * its first calls in memory.
 */
function madeContact({ firstAttempt }: RedisConnection): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, storeTimeoutMs).unref()
  })
  return Promise.race([firstAttempt, patience])
}
