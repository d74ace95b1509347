import type { Logger } from 'pino'
import type { Duty } from '../../context'
import type { DueWork } from '../../db/keeping/due-work'
import type { Lookout } from '../../db/keeping/lookout'
import { deleteSent, takeDue } from '../../db/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../db/schedule/scheduled-messages'
import { groupBy } from '../../runtime/group-by'
import type { Repetition } from '../../runtime/pauses'
import { deliver } from './deliver'
import type { DeliveryContext } from './due'

/** A worker that is not done after this long has died. */
const leaseSeconds = 10
/** What one worker takes at a time; the rest is for others, or for its next turn. */
const most = 50
/** People whose messages it sends at the same time; those of one person follow each other. */
const maxAtOnce = 3
const forgetEveryMs = 3_600_000

export interface ScheduledMessagesOptions extends DeliveryContext {
  log: Logger
  lookout: Lookout
}

/** Sends what is due, in every worker; also what was due while no worker was there. */
export function createScheduledMessages(options: ScheduledMessagesOptions): Duty {
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
    // The rest at once, unless the worker stops.
    if (isOn && taken === most) await deliverAll()
  }

  return {
    start() {
      isOn = true
      looking = options.lookout.watch(look, (error) =>
        options.log.warn({ err: error }, 'could not look for scheduled messages'),
      )
    },
    async stop() {
      isOn = false
      await looking?.stop()
    },
  }
}

/** Sends some of what is due, and answers how much it took. */
export async function deliverSome(ctx: DeliveryContext & { log: Logger }): Promise<number> {
  const due = await takeDue(ctx.db.query, ctx.clock.now(), { leaseSeconds, most })
  const authors = [...groupBy(due, (each) => each.user_id).values()]
  const workThrough = async (): Promise<void> => {
    for (let next = authors.shift(); next; next = authors.shift()) await deliverInOrder(ctx, next)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, workThrough))
  return due.length
}

async function deliverInOrder(
  ctx: DeliveryContext & { log: Logger },
  due: readonly ScheduledMessage[],
): Promise<void> {
  for (const each of due) {
    try {
      await deliver(ctx, each)
    } catch (error) {
      // The lease ends, and somebody tries again, until it is too late.
      ctx.log.warn({ err: error, scheduled: each.id }, 'could not send a scheduled message')
    }
  }
}
