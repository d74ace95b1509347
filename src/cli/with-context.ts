import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { destination } from 'pino'
import { readConfig } from '../server/config/config'
import type { Config } from '../server/config/config'
import { createContext } from '../server/start/create-context'
import type { AppContext } from '../server/context'
import { claimDatabase, hasOtherWorkers } from '../server/data/engine/claim'
import type { DatabaseClaim } from '../server/data/engine/claim'
import { noActor } from '../server/data/engine/transaction-effects'
import { hasEmbeddedDatabase, lockDataFolder } from '../server/data/engine/data-folder'
import { pendingMigrations, refuseNewerSchema } from '../server/data/engine/migrate'
import { areWorkersThere } from '../server/caches/account-changes/redis/workers-there'
import { keepNewFilesPrivate } from '../server/start/private-files'
import { waitForStores } from '../server/start/wait-for-stores'
import { createLog } from '../server/lib/log'

const redisPatienceMs = 4_000
const redisPauseMs = 200

/** The database was never set up, or has an older schema. */
export class SchemaBehindError extends Error {
  override name = 'SchemaBehindError'

  constructor() {
    super('The database is not up to date: run `parley migrate`, or start the server once.')
  }
}

/** The folder has no database, and the command creates none. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError'

  constructor(folder: string) {
    super(
      `There is no database in ${resolve(folder)}, so there is no organization. Set DATA_DIR, or DATABASE_URL, ` +
        'as the server has it, or start the server once.',
    )
  }
}

interface Needs {
  /** Whether the database must be up to date. */
  needsSchema: boolean
  /** Whether a missing embedded database is created. */
  makesDatabase: boolean
}

/** The command uses another Redis than the workers: its events would reach no client. */
export class OtherRedisError extends Error {
  override name = 'OtherRedisError'

  constructor() {
    super(
      'Workers serve this database, but none of them uses the Redis of REDIS_URL with this ' +
        'REDIS_KEY_PREFIX: set both as they have them.',
    )
  }
}

/**
 * Runs work on the stores that the environment names, beside the servers that use them.
 *
 * @throws ConfigError, DataFolderInUseError, NotSoleWorkerError, DifferentShardsError,
 * StoreAwayError, NoDatabaseError, SchemaBehindError, NewerSchemaError, OtherRedisError
 */
export async function withContext<T>(
  { needsSchema, makesDatabase }: Needs,
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded && !makesDatabase && !hasEmbeddedDatabase(config.dataDir)) {
    throw new NoDatabaseError(config.dataDir)
  }
  keepNewFilesPrivate()
  const releaseFolder = config.databaseUrl ? () => undefined : lockDataFolder(config.dataDir)
  // Logs go to stderr: stdout is reserved for the outcome.
  const log = createLog({ ...config, logLevel: 'error' }, destination(2))
  const ctx = createContext(config, { log })
  // The queues of this process have no clients: a server takes the events from the outbox.
  if (!config.redisUrl) ctx.db.onCommit(async () => undefined)
  let claim: DatabaseClaim | undefined
  try {
    await waitForStores(ctx)
    if (needsSchema && (await isBehind(ctx))) throw new SchemaBehindError()
    if (needsSchema) claim = await claimQueues(config)
    if (claim) await refuseOtherRedis(ctx)
    return await work({ ...ctx, db: ctx.db.as({ ...noActor, source: 'cli' }) })
  } finally {
    await ctx.close()
    await claim?.giveUp()
    releaseFolder()
  }
}

/** Claims the database with the servers' number of shards, since events of this command go to their queues. */
async function claimQueues({
  databaseUrl,
  redisUrl,
  eventShards,
}: Config): Promise<DatabaseClaim | undefined> {
  if (!databaseUrl || !redisUrl) return undefined
  // The command goes on even if it loses the claim in its short run.
  return claimDatabase(databaseUrl, { eventShards }, () => undefined, 'command')
}

/** Workers write heartbeats to Redis; a worker that has just started gets some time for its first one. */
async function refuseOtherRedis({ config, db, log }: AppContext): Promise<void> {
  const deadline = Date.now() + redisPatienceMs
  while (await hasOtherWorkers(db.query)) {
    if (await areWorkersThere(config, log)) return
    if (Date.now() > deadline) throw new OtherRedisError()
    await delay(redisPauseMs)
  }
}

async function isBehind({ db }: AppContext): Promise<boolean> {
  await refuseNewerSchema(db.query)
  return (await pendingMigrations(db.query)).length > 0
}
