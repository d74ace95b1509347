import { sql } from 'kysely'
import type { Database } from './database'

/** Any fixed number; see {@link claimSoleWorker}. */
const soleWorkerLock = 7_275_392

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

/**
 * Makes sure that a worker whose event queues are its own is the only one at its database. The
 * claim holds one connection and ends with it, also when the process is killed.
 *
 * @returns gives the claim up
 * @throws NotSoleWorkerError
 */
export async function claimSoleWorker(database: Database): Promise<() => void> {
  let giveUp = (): void => undefined
  const givenUp = new Promise<void>((resolve) => (giveUp = resolve))
  await new Promise<void>((resolve, reject) => {
    database.query
      .connection()
      .execute(async (connection) => {
        const { rows } = await sql<{ claimed: boolean }>`
          select pg_try_advisory_lock(${soleWorkerLock}) as claimed`.execute(connection)
        if (!rows[0]?.claimed) throw new NotSoleWorkerError()
        resolve()
        await givenUp
        await sql`select pg_advisory_unlock(${soleWorkerLock})`.execute(connection)
      })
      .catch(reject)
  })
  return giveUp
}
