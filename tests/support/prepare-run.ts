import { rememberBuild } from './built-server'
import { emptyDatabaseVariable, emptyPostgresVariable } from './empty-database'
import { findEmptyDatabase } from './find-empty-database'
import { findEmptyPostgres } from './find-empty-postgres'
import { startOwnDatabase } from './run/own-database'
import { findTestDatabase } from './services'

/** Setup of a run: finds its services, and makes the empty databases that its files begin with. */
async function prepareRun(_run: unknown, { cacheDirectory }: { cacheDirectory: string }) {
  rememberBuild()
  await startOwnDatabase()
  const database = findTestDatabase()
  // Some tests always use the embedded database.
  process.env[emptyDatabaseVariable] = await findEmptyDatabase(cacheDirectory)
  const copied = database === undefined ? undefined : await findEmptyPostgres(database)
  if (copied !== undefined) process.env[emptyPostgresVariable] = copied
}

export = prepareRun
