import { emptyDatabaseVariable, emptyPostgresVariable } from './empty-database'
import { findEmptyDatabase } from './find-empty-database'
import { findEmptyPostgres } from './find-empty-postgres'
import { findTestDatabase, findTestRedis, none } from './services'

/** Once for a run: looks for the services it uses, and makes what else its files begin with. */
async function prepareRun(_run: unknown, { cacheDirectory }: { cacheDirectory: string }) {
  const database = findTestDatabase()
  process.env['TEST_DATABASE_URL'] = database ?? none
  process.env['TEST_REDIS_URL'] = findTestRedis() ?? none
  // Some tests are of the embedded database whatever there is.
  process.env[emptyDatabaseVariable] = await findEmptyDatabase(cacheDirectory)
  const copied = database === undefined ? undefined : await findEmptyPostgres(database)
  if (copied !== undefined) process.env[emptyPostgresVariable] = copied
}

export = prepareRun
