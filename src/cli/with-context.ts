import pino from 'pino'
import { readConfig } from '../config/config'
import type { Config } from '../config/config'
import { createContext } from '../main/create-context'
import type { AppContext } from '../context'
import { claimDatabase } from '../db/engine/claim'
import type { DatabaseClaim } from '../db/engine/claim'
import { lockDataFolder } from '../db/engine/data-folder'
import { pendingMigrations } from '../db/engine/migrate'
import { waitForStores } from '../main/wait-for-stores'

/** The database was never set up, or is of an older version. */
export class SchemaBehindError extends Error {
  override name = 'SchemaBehindError'

  constructor() {
    super('The database is not up to date: run `parley migrate`, or start the server once.')
  }
}

/**
 * Runs work on the stores that the environment names, beside the servers that use them.
 *
 * @throws ConfigError, DataFolderInUseError, NotSoleWorkerError, DifferentShardsError,
 * StoreAwayError, SchemaBehindError
 */
export async function withContext<T>(
  { needsSchema }: { needsSchema: boolean },
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const releaseFolder = config.databaseUrl ? () => undefined : lockDataFolder(config.dataDir)
  // Standard output is for what came of the work.
  const log = pino({ level: 'error' }, pino.destination(2))
  const ctx = createContext(config, { log })
  // The queues of this process have no clients: a server takes the events from the outbox.
  if (!config.redisUrl) ctx.db.onCommit(async () => undefined)
  let claim: DatabaseClaim | undefined
  try {
    await waitForStores(ctx)
    if (needsSchema && (await isBehind(ctx))) throw new SchemaBehindError()
    if (needsSchema) claim = await claimQueues(config)
    return await work(ctx)
  } finally {
    await ctx.close()
    await claim?.giveUp()
    releaseFolder()
  }
}

/**
 * Claims the queues, which must be those that the servers use: events of this command go to them.
 */
async function claimQueues({
  databaseUrl,
  redisUrl,
  eventShards,
}: Config): Promise<DatabaseClaim | undefined> {
  if (!databaseUrl || !redisUrl) return undefined
  // Who loses the claim for the moments that a command takes goes on nevertheless.
  return claimDatabase(databaseUrl, { eventShards }, () => undefined)
}

async function isBehind({ db }: AppContext): Promise<boolean> {
  try {
    return (await pendingMigrations(db.query)).length > 0
  } catch (error) {
    // There is not even the table that lists the migrations.
    if ((error as { code?: unknown }).code === '42P01') return true
    throw error
  }
}
