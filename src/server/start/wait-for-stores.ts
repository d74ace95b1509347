import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context'
import { growing } from '../lib/pauses'
import { isStoreAway, RedisAwayError, StoreAwayError } from '../lib/store-away'

/** Max wait for the stores: enough for a database that starts at the same time, as under docker compose. */
const patienceMs = 30_000
const pauses = { firstMs: 50, longestMs: 1_000 }

/**
 * Waits until the database and Redis answer.
 *
 * @throws StoreAwayError when one of them does not, or answers that it will not serve us
 */
export async function waitForStores(
  ctx: Pick<AppContext, 'config' | 'db' | 'events' | 'log'>,
): Promise<void> {
  const { config, db, events, log } = ctx
  if (!config.databaseUrl) {
    await openEmbedded(config.dataDir, () => db.ping())
    return
  }
  await waitFor(postgres, () => db.ping(), log).catch(explainRefusal(postgres))
  if (config.redisUrl) await waitFor(redis, () => events.ping(), log).catch(explainRefusal(redis))
}

/**
 * Runs work on the database, and retries while the database is away or read-only, as a standby is until it is
 * promoted.
 *
 * @throws StoreAwayError when that lasts
 */
export async function insistOnDatabase<T>(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  return config.databaseUrl ? waitFor(postgres, work, log) : work()
}

async function openEmbedded(folder: string, ping: () => Promise<void>): Promise<void> {
  try {
    await ping()
  } catch (error) {
    throw new StoreAwayError(
      `The embedded database in ${folder} cannot be opened: ${reasonOf(error)}.`,
      { cause: error },
    )
  }
}

interface Store {
  name: string
  /** Name of the setting with its address. */
  setting: string
}

const postgres: Store = { name: 'PostgreSQL', setting: 'DATABASE_URL' }
const redis: Store = { name: 'Redis', setting: 'REDIS_URL' }

async function waitFor<T>(
  { name, setting }: Store,
  work: () => Promise<T>,
  log: AppContext['log'],
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt += 1) {
    const pauseMs = growing(attempt, pauses)
    try {
      return await work()
    } catch (error) {
      if (!isStoreAway(error)) throw error
      const reason = reasonOf(error)
      if (Date.now() + pauseMs > deadline) {
        throw new StoreAwayError(
          `${name} did not answer within ${patienceMs / 1000} seconds: ${reason}. ` +
            `Is it running, and is ${setting} right?`,
          { cause: error },
        )
      }
      // The first retries are not logged: connecting takes a moment.
      if (pauseMs === pauses.longestMs) log.warn({ reason }, `waiting for ${name}`)
    }
    await delay(pauseMs)
  }
}

/** Throws a StoreAwayError with the store's own reason for its refusal. */
function explainRefusal({ name, setting }: Store): (error: unknown) => never {
  return (error) => {
    if (error instanceof StoreAwayError) throw error
    throw new StoreAwayError(`${name} refuses us: ${reasonOf(error)}. Look at ${setting}.`, {
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (error instanceof RedisAwayError) return error.reason
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\.$/, '')
}
