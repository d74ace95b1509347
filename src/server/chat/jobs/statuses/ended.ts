import type { Logger } from 'pino'
import type { AppContext, BackgroundJob } from '../../../context'
import { listEndedStatuses } from '../../../data/users/statuses'
import type { Repetition } from '../../../lib/pauses'
import { endStatus } from '../../actions/users/user-status'

/** Statuses cleared per look; the next look clears the others. */
const most = 100

type Context = Pick<AppContext, 'db'>

/** Background job of every worker that clears statuses at their end. A user's lock keeps two from doing so. */
export function createStatusEnds(
  ctx: Context & Pick<AppContext, 'dueWork'> & { log: Logger },
): BackgroundJob {
  let looking: Repetition | undefined
  return {
    start() {
      looking = ctx.dueWork.watch(
        ({ endedStatuses }) => (endedStatuses ? clearEndedStatuses(ctx) : undefined),
        (error) => ctx.log.warn({ err: error }, 'could not clear ended statuses'),
      )
    },
    async stop() {
      await looking?.stop()
    },
  }
}

async function clearEndedStatuses(ctx: Context): Promise<void> {
  const ended = await listEndedStatuses(ctx.db.dated(), most)
  for (const status of ended) await endStatus(ctx, status)
}
