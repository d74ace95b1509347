import { findTestDatabase, findTestRedis } from './run/find-services'

export { findTestDatabase, findTestRedis }

/** {@link findTestRedis}, asynchronous. */
export async function testRedisUrl(): Promise<string | undefined> {
  return findTestRedis()
}

/** {@link findTestDatabase}, asynchronous. */
export async function testDatabaseUrl(): Promise<string | undefined> {
  return findTestDatabase()
}

/**
 * A block of tests that needs a service; without it the report names the skipped block. Blocks are declared
 * before anything can be awaited, hence the synchronous look-up above.
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

/** A block of tests with several workers, which need both services. */
export function describeWithServices(title: string, tests: () => void): void {
  const url = findTestDatabase() && findTestRedis()
  describeWith({ name: 'PostgreSQL and Redis for several workers', url }, title, tests)
}
