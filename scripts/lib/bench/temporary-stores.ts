import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { startRedisServer } from './redis-server'

/** A private database and a private part of Redis. */
export interface TemporaryStores {
  databaseUrl: string
  redisUrl: string
  /** Settings of a worker for these stores. */
  settings: Record<string, string>
  remove(): Promise<void>
}

/**
 * A database at TEST_DATABASE_URL or the standard port; a Redis server of its own, or a prefix at
 * TEST_REDIS_URL or, where no server is installed, at the standard port.
 *
 * @throws when one of the stores does not answer
 */
export async function makeTemporaryStores(): Promise<TemporaryStores> {
  const databaseUrl =
    process.env['TEST_DATABASE_URL'] || `postgres://${userInfo().username}@127.0.0.1:5432/test`
  const name = `parley_bench_${randomBytes(6).toString('hex')}`
  const givenRedis = process.env['TEST_REDIS_URL']
  const redisServer = givenRedis ? undefined : await startRedisServer()
  const redisUrl = givenRedis || redisServer?.url || 'redis://127.0.0.1:6379'

  const remove = async (): Promise<void> => {
    try {
      await runSql(databaseUrl, `drop database if exists ${name} with (force)`)
      if (!redisServer) await withRedis(redisUrl, (redis) => removeKeys(redis, `${name}*`))
    } finally {
      await redisServer?.stop()
    }
  }
  try {
    await withRedis(redisUrl, (redis) => redis.ping())
    await runSql(databaseUrl, `create database ${name}`)
  } catch (error) {
    await redisServer?.stop()
    throw error
  }
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    redisUrl,
    settings: { DATABASE_URL: url.href, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: name },
    remove,
  }
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
  // The command itself fails with the reason.
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

async function removeKeys(redis: Redis, pattern: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: pattern, count: 1_000 })) {
    if ((keys as string[]).length > 0) await redis.unlink(keys as string[])
  }
}
