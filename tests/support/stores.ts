import { systemClock } from '../../src/server/lib/clock'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Queryable } from '../../src/server/data/engine/database'
import { emptyPostgres } from './empty-database'
import { testDatabaseUrl, testRedisUrl } from './services'
import Redis from 'ioredis'

/** The stores of a test file: PostgreSQL and Redis if available, else embedded ones. */
export interface TestStores {
  /** Settings of a server that uses these stores. */
  settings: Record<string, string>
  /** The PostgreSQL schema. No other test file uses it, since files run in parallel. */
  searchPath?: string
  /** Whether several workers can share the stores. */
  shared: boolean
  /** Empties the database, as after a loss of data; Redis keeps its data. */
  emptyDatabase(): Promise<void>
  remove(): Promise<void>
  /** The data that another process needs to remove the stores. */
  removal?: Removal
}

/** Location of the data of a test file or server in PostgreSQL and Redis. */
export interface Removal {
  /** Address of the database from which databases are created and dropped. */
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

/** The database or schema of one test file. */
interface Place {
  url: string
  searchPath: string
  isSchema: boolean
  remove(): Promise<void>
}

/** Copies the run's empty database; creates an empty schema if the run has no such database. */
async function makePlace(name: string, url: string): Promise<Place> {
  const template = emptyPostgres()
  if (template === undefined) {
    await at(url, (db) => sql`create schema ${sql.id(name)}`.execute(db))
    const remove = () => at(url, (db) => sql`drop schema ${sql.id(name)} cascade`.execute(db))
    return { url, searchPath: name, isSchema: true, remove: async () => void (await remove()) }
  }
  await at(url, async (db) => {
    await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db)
    // Tests of PostgreSQL crashes start a server of their own, so commits here need not reach the disk.
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

/** Runs work on a database over a connection of its own. */
async function at<T>(url: string, work: (db: Queryable) => Promise<T>): Promise<T> {
  const database = openDatabase({ clock: systemClock, url, poolSize: 1 })
  try {
    return await work(database.query)
  } finally {
    await database.close()
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
