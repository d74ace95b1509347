import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context'
import { isUnavailable } from '../http/unavailable'

/** Long enough for a database that starts at the same time, as under docker compose. */
const patienceMs = 30_000
const pausesMs = { first: 50, longest: 1_000 }

/** A store that does not answer, in a sentence for the operator. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError'
}

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
  await waitFor('PostgreSQL', 'DATABASE_URL', () => db.ping(), log)
  if (config.redisUrl) await waitFor('Redis', 'REDIS_URL', () => events.ping(), log)
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

async function waitFor(
  store: string,
  setting: string,
  ping: () => Promise<void>,
  log: AppContext['log'],
): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = pausesMs.first; ; pauseMs = Math.min(2 * pauseMs, pausesMs.longest)) {
    try {
      return await ping()
    } catch (error) {
      const reason = reasonOf(error)
      if (!mayRecover(error)) {
        throw new StoreAwayError(`${store} refuses us: ${reason}. Look at ${setting}.`, {
          cause: error,
        })
      }
      if (Date.now() + pauseMs > deadline) {
        throw new StoreAwayError(
          `${store} did not answer within ${patienceMs / 1000} seconds: ${reason}. ` +
            `Is it running, and is ${setting} right?`,
          { cause: error },
        )
      }
      // The first moments are those of connecting.
      if (pauseMs === pausesMs.longest) log.warn({ reason }, `waiting for ${store}`)
    }
    await delay(pauseMs)
  }
}

/** The event engine says 503 itself; of the database the error tells. */
function mayRecover(error: unknown): boolean {
  return isUnavailable(error) || (error as { status?: unknown }).status === 503
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\.$/, '')
}
