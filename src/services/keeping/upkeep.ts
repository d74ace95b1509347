import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AppContext, Duty } from '../../context'
import { releaseLease, renewLease, takeLease } from '../../db/keeping/leases'
import { repeat } from '../../runtime/pauses'
import type { Repetition } from '../../runtime/pauses'
import { remindInvited } from '../invitations/remind'
import { countFinishedDays } from '../statistics/count'
import { purgeDeleted } from './purge'
import { deleteOldMessages } from './retention'
import type { Breather } from './retention'

const duty = 'retention'
/** A worker that has not said for so long that it goes on has died. */
const leaseSeconds = 10
/** Pause after which a worker looks whether there is something to do. */
const lookPauseMs = 15_000
/** Time from one round to the next: what is kept for days need not go at the minute. */
const roundPauseMs = 3_600_000
const shortestBreathMs = 5

export interface UpkeepOptions extends Pick<
  AppContext,
  'db' | 'clock' | 'files' | 'metrics' | 'config'
> {
  log: Logger
}

/**
 * Deletes what is too old, forgets what was deleted, counts days that are over and reminds those who were invited,
 * in one worker at a time.
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

/** Leaves the database to others for as long as the batch before has taken. */
function breather(goesOn: () => Promise<boolean>): Breather {
  let begun = performance.now()
  return async () => {
    await delay(Math.max(performance.now() - begun, shortestBreathMs))
    begun = performance.now()
    return goesOn()
  }
}
