import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { Redis } from 'ioredis'
import { Client } from 'pg'

/** A database and a part of Redis that are nobody else's. */
export interface TemporaryStores {
  settings: Record<string, string>
  remove(): Promise<void>
}

/** @throws when one of the stores does not answer */
export async function makeTemporaryStores(): Promise<TemporaryStores> {
  const databaseUrl =
    process.env['TEST_DATABASE_URL'] || `postgres://${userInfo().username}@127.0.0.1:5432/test`
  const redisUrl = process.env['TEST_REDIS_URL'] || 'redis://127.0.0.1:6379'
  const name = `parley_measure_${randomBytes(6).toString('hex')}`

  await withRedis(redisUrl, (redis) => redis.ping())
  await runSql(databaseUrl, `create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    settings: { DATABASE_URL: url.href, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: name },
    async remove() {
      await runSql(databaseUrl, `drop database ${name} with (force)`)
      await withRedis(redisUrl, (redis) => removeKeys(redis, `${name}*`))
    },
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
  // The command fails as well, and says why.
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
