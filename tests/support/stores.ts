import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Queryable } from '../../src/server/data/engine/database'
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
  /** The same as data, for another process that is to remove them. */
  removal?: Removal
}

/** Where in PostgreSQL and Redis the data of a file or server is. */
export interface Removal {
  /** Address to manage the database at. */
  databaseUrl: string
  /** Name of the database or schema, and prefix of keys in Redis. */
  name: string
  isSchema: boolean
  redisUrl: string
}

export async function createTestStores(): Promise<TestStores> {
  const [databaseUrl, redisUrl] = [await testDatabaseUrl(), await testRedisUrl()]
  if (!databaseUrl || !redisUrl) {
    return { settings: {}, shared: false, emptyDatabase: async () => {}, remove: async () => {} }
  }
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  const place = await makePlace(name, databaseUrl)
  return {
    settings: { DATABASE_URL: place.url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: name },
    searchPath: place.searchPath,
    shared: true,
    removal: { databaseUrl, name, isSchema: place.isSchema, redisUrl },
    async emptyDatabase() {
      await at(place.url, async (db) => {
        await sql`drop schema ${sql.id(place.searchPath)} cascade`.execute(db)
        await sql`create schema ${sql.id(place.searchPath)}`.execute(db)
      })
    },
    async remove() {
      await place.remove()
      await removeRedisKeys(redisUrl, name)
    },
  }
}

/** Somewhere in PostgreSQL for one file of tests. */
interface Place {
  url: string
  searchPath: string
  isSchema: boolean
  remove(): Promise<void>
}

/** A copy of the run's empty database; a schema without tables where the run could make none. */
async function makePlace(name: string, url: string): Promise<Place> {
  const template = emptyPostgres()
  if (template === undefined) {
    await at(url, (db) => sql`create schema ${sql.id(name)}`.execute(db))
    const remove = () => at(url, (db) => sql`drop schema ${sql.id(name)} cascade`.execute(db))
    return { url, searchPath: name, isSchema: true, remove: async () => void (await remove()) }
  }
  await at(url, async (db) => {
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db)
    // What a crash of PostgreSQL itself loses is the subject of files that start one of their own.
    await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(db)
  })
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return {
    url: copy.href,
    searchPath: 'public',
    isSchema: false,
    async remove() {
      await at(url, (db) => sql`drop database ${sql.id(name)} with (force)`.execute(db))
    },
  }
}

/** Works at a database over a connection that ends with the work. */
async function at<T>(url: string, work: (db: Queryable) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, poolSize: 1 })
  return work(database.query).finally(() => database.close())
}

export async function removeRedisKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  const stream = redis.scanStream({ match: `*${prefix}*`, count: 1000 })
  for await (const keys of stream as AsyncIterable<string[]>) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
  redis.disconnect()
}
