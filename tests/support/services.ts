import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'

/** The word that stands for "there is none", even if one runs at the usual port. */
export const none = 'none'

/**
 * The Redis that tests may use: TEST_REDIS_URL, or one at the usual port of this machine.
 * Undefined when there is none, or when TEST_REDIS_URL says `none`.
 */
export function findTestRedis(): string | undefined {
  return find('TEST_REDIS_URL', 'redis://127.0.0.1:6379')
}

/** The same for PostgreSQL and TEST_DATABASE_URL. */
export function findTestDatabase(): string | undefined {
  return find('TEST_DATABASE_URL', `postgres://${userInfo().username}@127.0.0.1:5432/test`)
}

/** {@link findTestRedis} for those who may wait. */
export async function testRedisUrl(): Promise<string | undefined> {
  return findTestRedis()
}

/** {@link findTestDatabase} for those who may wait. */
export async function testDatabaseUrl(): Promise<string | undefined> {
  return findTestDatabase()
}

/**
 * A block of tests that needs a service; without it the report says what was left out.
 * Blocks are declared before anything can be awaited, hence the synchronous look-up above.
 */
export function describeWith(
  service: { name: string; url: string | undefined },
  title: string,
  tests: (url: string) => void,
): void {
  const { url, name } = service
  describe(title, () => {
    if (url) tests(url)
    else it.skip(`is left out: there is no ${name}`, () => {})
  })
}

function find(variable: string, usual: string): string | undefined {
  const wanted = process.env[variable]
  if (wanted === none) return undefined
  if (wanted) return wanted
  return answers(usual) ? usual : undefined
}

/** Whether a service answers there and lets us in; a port that is merely open is not enough. */
const probe = `
  const [address] = process.argv.slice(1)
  const leave = (code) => process.exit(code)
  setTimeout(leave, 2000, 1)
  if (address.startsWith('postgres:')) {
    const { Client } = require('pg')
    new Client(address).connect().then(() => leave(0), () => leave(1))
  } else {
    const { Redis } = require('ioredis')
    new Redis(address, { lazyConnect: true, retryStrategy: null })
      .ping().then(() => leave(0), () => leave(1))
  }`

function answers(address: string): boolean {
  try {
    execFileSync(process.execPath, ['-e', probe, address], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A block of tests with several workers, which need both services. */
export function describeWithServices(title: string, tests: () => void): void {
  const url = findTestDatabase() && findTestRedis()
  describeWith({ name: 'PostgreSQL and Redis for several workers', url }, title, tests)
}
