import type { AppContext, BackgroundJob } from '../../../context'
import { isLostTooOften, isSuspect, noteFailedAttempt } from '../../../data/jobs/job-losses'
import type { DueWork } from '../../../data/schedule/due-work'
import type { DueWorkPoller } from '../../../data/schedule/due-work-poller'
import { deleteSent, takeDue } from '../../../data/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../../data/schedule/scheduled-messages'
import { groupBy } from '../../../lib/group-by'
import type { Repetition } from '../../../lib/pauses'
import { reportSetAside } from '../../notify/set-aside'
import { deliver, giveUp } from './deliver'
import type { DeliveryContext } from '../../actions/scheduled-messages/due'

/** After this time without a result a worker counts as dead, and another may take its rows; doubles with each attempt. */
const leaseSeconds = 10
/** Rows that a worker takes at a time; other workers, or its next round, take the rest. */
const most = 50
/** Authors whose messages are sent concurrently; messages of one author are sent in order. */
const maxAtOnce = 3
const forgetEveryMs = 3_600_000

type SweepContext = DeliveryContext & Pick<AppContext, 'log' | 'metrics' | 'suspects'>

export interface ScheduledMessagesOptions extends SweepContext {
  dueWork: DueWorkPoller
}

/** Sends due messages; runs in every worker and also catches up on rows due while none was running. */
export function createScheduledMessages(options: ScheduledMessagesOptions): BackgroundJob {
  let looking: Repetition | undefined
  let isOn = false
  let forgotAt = -Infinity

  async function look({ scheduledMessages }: DueWork): Promise<void> {
    if (scheduledMessages) await deliverAll()
    if (performance.now() < forgotAt + forgetEveryMs) return
    forgotAt = performance.now()
    await deleteSent(options.db.query)
  }

  async function deliverAll(): Promise<void> {
    const taken = await deliverSome(options)
    // A full batch means more rows may be due: continue at once, unless the worker is stopping.
    if (isOn && taken === most) await deliverAll()
  }

  return {
    start() {
      isOn = true
      looking = options.dueWork.watch(look, (error) =>
        options.log.warn({ err: error }, 'could not look for scheduled messages'),
      )
    },
    async stop() {
      isOn = false
      await looking?.stop()
    },
  }
}

/** Takes one batch of due rows, sends them, and answers the size of the batch. */
export async function deliverSome(ctx: SweepContext): Promise<number> {
  const { taken: due, leave } = await ctx.suspects.take(
    (suspects) => takeDue(ctx.db.dated(), { leaseSeconds, most, suspects }),
    (found) => found.some(isSuspect),
  )
  const authors = [...groupBy(due, (each) => each.user_id).values()]
  const workThrough = async (): Promise<void> => {
    for (let next = authors.shift(); next; next = authors.shift()) await deliverInOrder(ctx, next)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, workThrough)).finally(leave)
  return due.length
}

async function deliverInOrder(ctx: SweepContext, due: readonly ScheduledMessage[]): Promise<void> {
  for (const each of due) {
    try {
      if (isLostTooOften(each.losses)) {
        await giveUp(ctx, each)
        reportSetAside(ctx, 'scheduled message', { scheduled: each.id, realm: each.realm_id })
      } else await deliver(ctx, each)
    } catch (error) {
      ctx.log.warn({ err: error, scheduled: each.id }, 'could not send a scheduled message')
      // When the lease ends, a worker tries again.
      await noteFailedAttempt(ctx.db.query, 'scheduled message', each)
    }
  }
}
