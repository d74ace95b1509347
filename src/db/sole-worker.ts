import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Any fixed number; see {@link claimSoleWorker}. */
const soleWorkerLock = 7_275_392
const pauseMs = 1_000

/** Another worker without Redis serves the same database. */
export class NotSoleWorkerError extends Error {
  override name = 'NotSoleWorkerError'

  constructor() {
    super(
      'Another worker serves this database already, and without REDIS_URL each would keep ' +
        'event queues of its own. Set REDIS_URL on all of them, or stop the other one.',
    )
  }
}

/** The right to be the only worker at a database. */
export interface SoleWorkerClaim {
  giveUp(): Promise<void>
}

/**
 * Makes sure that a worker whose event queues are its own is the only one at its database. The
 * claim is a lock of a connection of its own: it ends with the process, however that ends.
 *
 * @param onRival told when the connection was lost and another worker was quicker to come back
 * @throws NotSoleWorkerError
 */
export async function claimSoleWorker(
  databaseUrl: string,
  onRival: (error: NotSoleWorkerError) => void,
): Promise<SoleWorkerClaim> {
  const leaving = new AbortController()
  let client = await lock(databaseUrl)
  client.once('end', () => void claimAgain())

  async function claimAgain(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        await delay(pauseMs, undefined, { ref: false, signal: leaving.signal })
        client = await lock(databaseUrl)
        client.once('end', () => void claimAgain())
        return
      } catch (error) {
        // Anything else: the database is still away, or the worker leaves.
        if (error instanceof NotSoleWorkerError) return onRival(error)
      }
    }
  }

  return {
    async giveUp() {
      leaving.abort()
      await client.end()
    },
  }
}

async function lock(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'parley' })
  // Its end is what counts; unheard, the error before it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ claimed: boolean }>(
    'select pg_try_advisory_lock($1) as claimed',
    [soleWorkerLock],
  )
  if (rows[0]?.claimed) return client
  await client.end()
  throw new NotSoleWorkerError()
}
