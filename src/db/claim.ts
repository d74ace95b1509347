import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Any fixed number; see {@link claimDatabase}. */
const soleWorkerLock = 7_275_392
const pauseMs = 1_000

/** Workers that do not share their event queues meet at one database. */
export class NotSoleWorkerError extends Error {
  override name = 'NotSoleWorkerError'

  constructor() {
    super(
      'Another worker serves this database already, and without REDIS_URL on all of them ' +
        'each would keep event queues of its own. Set it everywhere, or stop the other one.',
    )
  }
}

/** The right to serve a database. */
export interface DatabaseClaim {
  giveUp(): Promise<void>
}

/** Alone, with event queues of its own, or together with others through Redis. */
export type ClaimKind = 'sole' | 'shared'

/**
 * Makes sure that a worker whose event queues are its own is the only one at its database. The
 * claim is a lock of a connection of its own: it ends with the process, however that ends.
 *
 * @param onRival told when the connection was lost and another worker was quicker to come back
 * @throws NotSoleWorkerError
 */
export async function claimDatabase(
  databaseUrl: string,
  kind: ClaimKind,
  onRival: (error: NotSoleWorkerError) => void,
): Promise<DatabaseClaim> {
  const leaving = new AbortController()
  let client = await lock(databaseUrl, kind)
  client.once('end', () => void claimAgain())

  async function claimAgain(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        await delay(pauseMs, undefined, { ref: false, signal: leaving.signal })
        client = await lock(databaseUrl, kind)
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

async function lock(connectionString: string, kind: ClaimKind): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'parley' })
  // Its end is what counts; unheard, the error before it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const tryToLock = kind === 'sole' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  // Schemas of one database are databases of their own to us.
  const { rows } = await client.query<{ claimed: boolean }>(
    `select ${tryToLock}($1, hashtext(current_schema())) as claimed`,
    [soleWorkerLock],
  )
  if (rows[0]?.claimed) return client
  await client.end()
  throw new NotSoleWorkerError()
}
