import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/engine/database'
import { testDatabaseUrl, testRedisUrl } from './services'
import Redis from 'ioredis'

/** Where a test file keeps its data: PostgreSQL and Redis if there are any, else embedded. */
export interface TestStores {
  /** Settings that make a server use them. */
  settings: Record<string, string>
  /** PostgreSQL schema of its own, so that files run side by side. */
  searchPath?: string
  /** Whether they are shared by several workers. */
  shared: boolean
  /** Makes the database empty again, as after a loss; Redis keeps what it has. */
  emptyDatabase(): Promise<void>
  remove(): Promise<void>
}

export async function createTestStores(): Promise<TestStores> {
  const [databaseUrl, redisUrl] = [await testDatabaseUrl(), await testRedisUrl()]
  if (!databaseUrl || !redisUrl) {
    return { settings: {}, shared: false, emptyDatabase: async () => {}, remove: async () => {} }
  }
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const admin = openDatabase({ url: databaseUrl, poolSize: 1 })
  await sql`create schema ${sql.id(name)}`.execute(admin.query)
  return {
    settings: { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: name },
    searchPath: name,
    shared: true,
    async emptyDatabase() {
      await sql`drop schema ${sql.id(name)} cascade`.execute(admin.query)
      await sql`create schema ${sql.id(name)}`.execute(admin.query)
    },
    async remove() {
      await sql`drop schema ${sql.id(name)} cascade`.execute(admin.query)
      await admin.close()
      await removeRedisKeys(redisUrl, name)
    },
  }
}

export async function removeRedisKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  const stream = redis.scanStream({ match: `*${prefix}*`, count: 1000 })
  for await (const keys of stream as AsyncIterable<string[]>) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
  redis.disconnect()
}
