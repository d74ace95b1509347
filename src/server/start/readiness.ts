import type { AppContext, Readiness } from '../context'
import { pendingMigrations } from '../data/engine/migrate'
import { isStoreFull } from '../lib/store-away'
import { freeBytes, leastFreeBytes } from './checkup/free-space'

type Context = Pick<AppContext, 'config' | 'db' | 'events'>

/** A check that has failed, with a reason for the operator; it names no address, since anybody may read it. */
class NotReadyError extends Error {
  override name = 'NotReadyError'
}

/** Whether a worker can serve: its stores answer, are up to date, and take writes. */
export async function readinessOf(ctx: Context): Promise<Readiness> {
  const checks: Record<string, 'ok' | 'failed'> = {}
  const reasons: Record<string, string> = {}
  const results = Object.entries(checksOf(ctx)).map(async ([name, { check, reason }]) => {
    checks[name] = 'ok'
    try {
      await check()
    } catch (error) {
      checks[name] = 'failed'
      reasons[name] = error instanceof NotReadyError ? error.message : reason
    }
  })
  await Promise.all(results)
  const ready = Object.keys(reasons).length === 0
  return { ready, checks, ...(ready ? {} : { reasons }) }
}

function checksOf({
  config,
  db,
  events,
}: Context): Record<string, { check: () => Promise<void>; reason: string }> {
  return {
    database: { check: () => db.ping(), reason: 'The database does not answer.' },
    schema: {
      async check() {
        const pending = await pendingMigrations(db.query)
        if (pending.length > 0) throw new NotReadyError(`${pending.length} migrations are pending.`)
      },
      reason: 'The migrations of the database cannot be read.',
    },
    queues: {
      async check() {
        await events.ping()
        await events.checkWrites().catch(explainFull)
      },
      reason: 'Redis does not answer.',
    },
    disk: {
      async check() {
        if (!config.databaseUrl) await checkSpace(config.dataDir, 'DATA_DIR')
        if (!config.uploadsS3) await checkSpace(config.uploadsDir, 'UPLOADS_DIR')
      },
      reason: 'The folder of DATA_DIR or UPLOADS_DIR cannot be looked at.',
    },
  }
}

function explainFull(error: unknown): never {
  if (!isStoreFull(error)) throw error
  throw new NotReadyError(
    'Redis refuses writes: its memory (maxmemory) is used up, or it cannot write its disk.',
  )
}

async function checkSpace(folder: string, setting: string): Promise<void> {
  const free = await freeBytes(folder)
  if (free === undefined || free >= leastFreeBytes) return
  throw new NotReadyError(
    `The disk of ${setting} is full: less than ${leastFreeBytes / 1024 ** 2} MiB are free.`,
  )
}
