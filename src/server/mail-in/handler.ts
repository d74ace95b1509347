import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext, BackgroundJob } from '../context'
import { deleteExpiredReplyAddresses } from '../data/mail/addresses'
import { deleteOldBounces } from '../data/mail/bounces'
import { deleteOldIncomingMails, takeIncomingMail } from '../data/mail/incoming'
import { isSuspect } from '../data/jobs/job-losses'
import { repeat } from '../lib/pauses'
import type { Repetition } from '../lib/pauses'
import { handleOne, leaseSeconds } from './handle-one'
import type { PostContext } from './to-stream'

/** Max mails that a worker handles at a time. */
const maxAtOnce = 2
/** Max mails per look; the next look handles the others. */
const mostOfLook = 100
const forgetPauseMs = 3_600_000

/**
 * Background job of every worker that handles the mails that came in. When a worker dies, another one takes its mails
 * after the lease; each is posted once, since the message and the mark of the mail commit together.
 * Source: docs/protocol/mail-in.md#once.
 */
export function createMailHandler(
  ctx: PostContext & Pick<AppContext, 'dueWork' | 'suspects'>,
): BackgroundJob {
  const repetitions: Repetition[] = []
  const stopped = new AbortController()

  async function forget(): Promise<void> {
    await deleteOldIncomingMails(ctx.db.query)
    await deleteOldBounces(ctx.db.query)
    await deleteExpiredReplyAddresses(ctx.db.dated())
  }

  return {
    start() {
      const warn = (error: unknown): void =>
        ctx.log.warn({ err: error }, 'could not look for incoming mails')
      repetitions.push(
        ctx.dueWork.watch(
          ({ incomingMails }) => (incomingMails ? handleDueMails(ctx, stopped.signal) : undefined),
          warn,
        ),
        repeat(forget, forgetPauseMs, warn),
      )
    },
    async stop() {
      stopped.abort()
      const patience = new AbortController()
      await Promise.race([
        Promise.all(repetitions.map((each) => each.stop())),
        delay(ctx.config.shutdownTimeoutMs, undefined, { ref: false, signal: patience.signal }),
      ]).finally(() => patience.abort())
    },
  }
}

/** Handles the mails that are due. */
export async function handleDueMails(
  ctx: PostContext & Pick<AppContext, 'suspects'>,
  stop?: AbortSignal,
): Promise<void> {
  let left = mostOfLook
  const workThrough = async (): Promise<void> => {
    while (left > 0 && stop?.aborted !== true) {
      left -= 1
      const { taken: mail, leave } = await ctx.suspects.take(
        (suspects) => takeIncomingMail(ctx.db.query, leaseSeconds, suspects),
        (found) => found !== undefined && isSuspect(found),
      )
      if (!mail) return
      await handleOne(ctx, mail).finally(leave)
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, workThrough))
}
