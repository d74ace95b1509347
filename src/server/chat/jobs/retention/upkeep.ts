import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext, Duty } from '../../../context'
import { releaseLease, renewLease, takeLease } from '../../../data/keeping/leases'
import { repeat } from '../../../lib/pauses'
import type { Repetition } from '../../../lib/pauses'
import { remindInvited } from './remind-invited'
import { countFinishedDays } from '../statistics/count'
import { purgeDeleted } from './purge'
import { deleteOldMessages } from './retention'
import type { Breather } from './retention'

const duty = 'retention'
/** Lease of the maintenance job: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 10
/** Interval at which a worker checks for due maintenance. */
const lookPauseMs = 15_000
/** Time between two rounds. Retention is measured in days, so an hour is precise enough. */
const roundPauseMs = 3_600_000
const shortestBreathMs = 5

export interface UpkeepOptions extends Pick<
  AppContext,
  'db' | 'clock' | 'files' | 'metrics' | 'config'
> {
  log: Logger
}

/**
 * Background job for retention, purging, daily statistics and invitation reminders; runs in one worker at a
 * time.
 */
export function createUpkeep(options: UpkeepOptions): Duty {
  const stopped = new AbortController()
  let looking: Repetition | undefined
  return {
    start() {
      looking = repeat(
        () => runIfDue(options, stopped.signal),
        lookPauseMs,
        (error) => options.log.warn({ err: error }, 'could not delete what is too old'),
      )
    },
    async stop() {
      stopped.abort()
      await looking?.stop()
    },
  }
}

async function runIfDue(options: UpkeepOptions, stop: AbortSignal): Promise<void> {
  const { db, clock, config } = options
  const lease = { duty, holder: config.workerId, seconds: leaseSeconds }
  const begun = clock.now()
  if (!(await takeLease(db.query, lease, new Date(begun.getTime() - roundPauseMs)))) return
  let isWhole = true
  const breathe = breather(async () => {
    isWhole = !stop.aborted && (await renewLease(db.query, lease))
    return isWhole
  })
  try {
    await deleteOldMessages(options, breathe)
    if (isWhole) await purgeDeleted(options, breathe)
    if (isWhole) await countFinishedDays(options, breathe)
    if (isWhole) await remindInvited(options, breathe)
  } catch (error) {
    isWhole = false
    throw error
  } finally {
    await releaseLease(db.query, lease, isWhole ? begun : undefined)
  }
}

/** Pauses for as long as the previous batch took, so that maintenance uses at most half of the time. */
function breather(goesOn: () => Promise<boolean>): Breather {
  let begun = performance.now()
  return async () => {
    await delay(Math.max(performance.now() - begun, shortestBreathMs))
    begun = performance.now()
    return goesOn()
  }
}
