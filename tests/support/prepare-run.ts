import { emptyDatabaseVariable } from './empty-database'
import { findEmptyDatabase } from './find-empty-database'
import { findTestDatabase, findTestRedis, none } from './services'

/** Once for a run: looks for the services it uses, and makes what else its files begin with. */
async function prepareRun(_run: unknown, { cacheDirectory }: { cacheDirectory: string }) {
  const database = findTestDatabase()
  process.env['TEST_DATABASE_URL'] = database ?? none
  process.env['TEST_REDIS_URL'] = findTestRedis() ?? none
  if (!database) process.env[emptyDatabaseVariable] = await findEmptyDatabase(cacheDirectory)
}

export = prepareRun
