import type { Logger } from 'pino'
import { RedisConnection } from '../../../stores/redis/connection'
import { leaseMs } from '../lease'
import { accountKeys } from './redis-announcements'

/** Workers sign in with every lease; this is the time of a few leases. */
const recentMs = 4 * leaseMs

/**
 * Whether a worker has signed in at this Redis within the last seconds.
 * @throws RedisAwayError
 */
export async function areWorkersThere(
  { redisUrl: url = '', redisKeyPrefix }: { redisUrl?: string | undefined; redisKeyPrefix: string },
  log: Logger,
): Promise<boolean> {
  const { workers: key } = accountKeys(redisKeyPrefix)
  const name = 'accounts'
  const connection = new RedisConnection({ url, key, name, commandTimeoutMs: recentMs, log })
  try {
    const [[seconds], newest] = await connection.call(() =>
      Promise.all([connection.redis.time(), connection.redis.zrevrange(key, 0, 0, 'WITHSCORES')]),
    )
    return Number(newest[1] ?? 0) >= Number(seconds) * 1000 - recentMs
  } finally {
    connection.close()
  }
}
