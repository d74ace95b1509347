import { Redis } from 'ioredis'
import { redisAddresses } from './cluster'

/** Facts of a Redis that operators can change. */
export interface RedisFacts {
  /** Host and port, without the password. */
  address: string
  version: string
  /** 0: no limit. */
  maxMemoryBytes: number
  usedMemoryBytes: number
  /** The value of `maxmemory-policy`. */
  evictionPolicy: string
  /** Whether its writes survive a restart. */
  isAppendOnly: boolean
  /** Whether it could write its disk the last time. */
  canWriteDisk: boolean
  /** Its clock minus the clock of this process. */
  clockDifferenceMs: number
}

const timeoutMs = 3_000

/** Asks each Redis that REDIS_URL names, over a connection of its own. @throws Error of the one that does not answer */
export function readRedisFacts(url: string): Promise<RedisFacts[]> {
  return Promise.all(redisAddresses(url).map(askOne))
}

async function askOne(address: string): Promise<RedisFacts> {
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A connection that could not be made keeps the process alive for so long.
    disconnectTimeout: 250,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let reason: Error | undefined
  redis.on('error', (error) => (reason = error))
  try {
    await redis.connect()
    const info = parseInfo(await redis.info())
    const before = Date.now()
    const [seconds, microseconds] = (await redis.time()) as unknown as [string, string]
    const theirsMs = Number(seconds) * 1000 + Number(microseconds) / 1000
    return {
      address: new URL(address).host,
      version: info.get('redis_version') ?? 'unknown',
      maxMemoryBytes: Number(info.get('maxmemory') ?? 0),
      usedMemoryBytes: Number(info.get('used_memory') ?? 0),
      evictionPolicy: info.get('maxmemory_policy') ?? 'noeviction',
      isAppendOnly: info.get('aof_enabled') === '1',
      canWriteDisk: !['rdb_last_bgsave_status', 'aof_last_write_status'].some(
        (name) => (info.get(name) ?? 'ok') !== 'ok',
      ),
      // The answer was made halfway between the question and its arrival.
      clockDifferenceMs: theirsMs - (before + Date.now()) / 2,
    }
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

function parseInfo(text: string): Map<string, string> {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const]
  })
  return new Map(pairs)
}
