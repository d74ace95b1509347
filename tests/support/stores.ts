import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/engine/database'
import type { Database } from '../../src/db/engine/database'
import { emptyPostgres } from './empty-database'
import { testDatabaseUrl, testRedisUrl } from './services'
import Redis from 'ioredis'

/** Where a test file keeps its data: PostgreSQL and Redis if there are any, else embedded. */
export interface TestStores {
  /** Settings that make a server use them. */
  settings: Record<string, string>
  /** Its PostgreSQL schema. What is there belongs to this file alone: files run side by side. */
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
  const place = await makePlace(admin, name, databaseUrl)
  const owner = openDatabase({ url: place.url, poolSize: 1 })
  return {
    settings: { DATABASE_URL: place.url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: name },
    searchPath: place.searchPath,
    shared: true,
    async emptyDatabase() {
      await sql`drop schema ${sql.id(place.searchPath)} cascade`.execute(owner.query)
      await sql`create schema ${sql.id(place.searchPath)}`.execute(owner.query)
    },
    async remove() {
      await owner.close()
      await place.remove()
      await admin.close()
      await removeRedisKeys(redisUrl, name)
    },
  }
}

/** Somewhere in PostgreSQL for one file of tests. */
interface Place {
  url: string
  searchPath: string
  remove(): Promise<void>
}

/** A copy of the run's empty database; a schema without tables where the run could make none. */
async function makePlace({ query }: Database, name: string, url: string): Promise<Place> {
  const template = emptyPostgres()
  if (template === undefined) {
    await sql`create schema ${sql.id(name)}`.execute(query)
    const remove = () => sql`drop schema ${sql.id(name)} cascade`.execute(query)
    return { url, searchPath: name, remove: async () => void (await remove()) }
  }
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(query)
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return {
    url: copy.href,
    searchPath: 'public',
    async remove() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(query)
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
