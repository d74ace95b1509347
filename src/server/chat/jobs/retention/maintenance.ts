import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext, BackgroundJob } from '../../../context'
import { deleteOldLinkPreviews } from '../../../data/messages/link-previews'
import { listNeglectedTables, tidyTable } from '../../../data/retention/vacuum'
import { releaseLease, renewLease, takeLease } from '../../../data/jobs/leases'
import type { Database } from '../../../data/engine/database'
import { repeat } from '../../../lib/pauses'
import type { Repetition } from '../../../lib/pauses'
import { sendDigests } from '../digests/send-digests'
import { indexOldWords } from './index-words'
import { remindInvited } from './remind-invited'
import { countFinishedDays } from '../statistics/count'
import { purgeDeleted } from './purge'
import { deleteOldMessages } from './retention'
import type { PauseBetweenBatches } from './retention'

const duty = 'retention'
/** Lease of the maintenance job: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 10
/** Interval at which a worker checks for due maintenance. */
const lookPauseMs = 15_000
/** Time between two rounds. Retention is measured in days, so an hour is precise enough. */
const roundPauseMs = 3_600_000
const shortestBreathMs = 5
/** Interval at which the embedded database is tidied; PostgreSQL's own interval is the same. */
const tidyPauseMs = 60_000
/** Max cached previews of pages in a realm. */
const mostLinkPreviews = 20_000

export interface MaintenanceOptions extends Pick<
  AppContext,
  'db' | 'clock' | 'files' | 'metrics' | 'config' | 'presence'
> {
  log: Logger
}

/**
 * Background job for retention, purging, daily statistics, invitation reminders, digests, cached previews of pages and
 * the search index of older messages; runs in one worker at a time. It also tidies an embedded database.
 */
export function createMaintenance(options: MaintenanceOptions): BackgroundJob {
  const stopped = new AbortController()
  const { db, config, log } = options
  const repetitions: Repetition[] = []
  return {
    start() {
      const looking = repeat(
        () => runIfDue(options, stopped.signal),
        lookPauseMs,
        (error) => log.warn({ err: error }, 'could not delete what is too old'),
      )
      repetitions.push(looking)
      if (config.databaseUrl !== undefined) return
      const tidying = repeat(
        () => tidyTables(db, stopped.signal),
        tidyPauseMs,
        (error) => log.warn({ err: error }, 'could not tidy the tables'),
      )
      repetitions.push(tidying)
    },
    async stop() {
      stopped.abort()
      await Promise.all(repetitions.map((repetition) => repetition.stop()))
    },
  }
}

/** Does the work of PostgreSQL's autovacuum, which the embedded database lacks, a table at a time. */
export async function tidyTables({ query }: Database, stop: AbortSignal): Promise<void> {
  for (const table of await listNeglectedTables(query)) {
    if (stop.aborted) return
    await tidyTable(query, table)
  }
}

async function runIfDue(options: MaintenanceOptions, stop: AbortSignal): Promise<void> {
  const { db, clock, config } = options
  const lease = { duty, holder: config.workerId, seconds: leaseSeconds }
  const begun = clock.now()
  if (!(await takeLease(db.query, lease, new Date(begun.getTime() - roundPauseMs)))) return
  let isWhole = true
  const pauseBetween = pauseBetweenBatches(async () => {
    isWhole = !stop.aborted && (await renewLease(db.query, lease))
    return isWhole
  })
  try {
    await deleteOldMessages(options, pauseBetween)
    if (isWhole) await purgeDeleted(options, pauseBetween)
    if (isWhole) await countFinishedDays(options, pauseBetween)
    if (isWhole) await remindInvited(options, pauseBetween)
    if (isWhole) await sendDigests(options, pauseBetween)
    if (isWhole) await deleteOldLinkPreviews(db.query, mostLinkPreviews)
    if (isWhole) await indexOldWords(options, pauseBetween)
  } catch (error) {
    isWhole = false
    throw error
  } finally {
    await releaseLease(db.query, lease, isWhole ? begun : undefined)
  }
}

/** Pauses for as long as the previous batch took, so that maintenance uses at most half of the time. */
function pauseBetweenBatches(goesOn: () => Promise<boolean>): PauseBetweenBatches {
  let begun = performance.now()
  return async () => {
    await delay(Math.max(performance.now() - begun, shortestBreathMs))
    begun = performance.now()
    return goesOn()
  }
}
