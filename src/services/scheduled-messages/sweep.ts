import type { Logger } from 'pino'
import { deleteSent, takeDue } from '../../db/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../db/schedule/scheduled-messages'
import { groupBy } from '../../runtime/group-by'
import { deliver } from './deliver'
import type { DeliveryContext } from './due'

/** A worker that is not done after this long has died. */
const leaseSeconds = 10
/** What one worker takes at a time; the rest is for others, or for its next turn. */
const most = 50
/** People whose messages it sends at the same time; those of one person follow each other. */
const maxAtOnce = 3
const secondMs = 1_000
/** Times are whole seconds: it looks a moment after each begins, and not all workers at once. */
const spreadMs = 50
const forgetEveryMs = 3_600_000

export interface ScheduledMessagesOptions extends DeliveryContext {
  log: Logger
}

/** Sends what is due, in every worker. */
export interface ScheduledMessages {
  start(): void
  /** Takes nothing more, and finishes what was begun. */
  stop(): Promise<void>
}

/**
 * Looks each second for what is due and sends it. One look at an index that is nearly always empty costs less
 * than telling all workers of each time that somebody chooses, and misses nothing that was due while no worker
 * was there.
 */
export function createScheduledMessages(options: ScheduledMessagesOptions): ScheduledMessages {
  const { clock, db, log } = options
  let isOn = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let forgotAt = -Infinity

  async function look(): Promise<void> {
    try {
      const taken = await deliverSome(options)
      // The rest at once, unless the worker stops.
      if (isOn && taken === most) return await look()
      if (performance.now() < forgotAt + forgetEveryMs) return
      forgotAt = performance.now()
      await deleteSent(db.query)
    } catch (error) {
      log.warn({ err: error }, 'could not look for scheduled messages')
    }
  }

  function lookAgain(): void {
    if (!isOn) return
    const toNextSecond = secondMs - (clock.now().getTime() % secondMs)
    timer = setTimeout(
      () => {
        running = look().then(lookAgain)
      },
      toNextSecond + Math.random() * spreadMs,
    )
    timer.unref()
  }

  return {
    start() {
      isOn = true
      // What was due while no worker was there.
      running = look().then(lookAgain)
    },
    async stop() {
      isOn = false
      clearTimeout(timer)
      await running
    },
  }
}

/** Sends some of what is due, and answers how much it took. */
export async function deliverSome(ctx: ScheduledMessagesOptions): Promise<number> {
  const due = await takeDue(ctx.db.query, ctx.clock.now(), { leaseSeconds, most })
  const authors = [...groupBy(due, (each) => each.user_id).values()]
  const workThrough = async (): Promise<void> => {
    for (let next = authors.shift(); next; next = authors.shift()) await deliverInOrder(ctx, next)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, workThrough))
  return due.length
}

async function deliverInOrder(
  ctx: ScheduledMessagesOptions,
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
