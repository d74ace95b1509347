import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext, Duty } from '../../context'
import { deleteOldConfirmations } from '../../db/mail/confirmations'
import { countMails, deleteOldMails, giveMailBack, takeMails } from '../../db/mail/queue'
import { createMailTransport } from '../../mail/transport'
import type { MailTransport } from '../../mail/transport'
import { growing, repeat } from '../../runtime/pauses'
import type { Repetition } from '../../runtime/pauses'
import { hostOf } from './enqueue'
import type { SenderContext } from './prepared'
import { sendOne } from './send-one'

/** A worker that has not said for so long that it goes on has died. */
export const leaseSeconds = 30
/** What one worker takes at a time; the rest is for others, or for its next turn. */
const most = 20
/** Connections to the mail server at the same time. */
const mostAtOnce = 4
/** While the mail server takes none, it is asked less and less often. */
const outagePause = { firstMs: 2_000, longestMs: 60_000 }
const countPauseMs = 30_000
const forgetEveryMs = 3_600_000

/**
 * Sends what is in the queue, in every worker. A mail is sent once as far as SMTP can promise that: where a
 * worker dies after the server has taken a mail and before that is noted here, another sends it again, with
 * the same Message-ID. None is lost.
 * Source: docs/protocol/mail.md#queue.
 */
export function createMailer(ctx: SenderContext & Pick<AppContext, 'lookout'>): Duty {
  const stopped = new AbortController()
  const repetitions: Repetition[] = []
  const transport = transportOf(ctx.config)
  let forgotAt = -Infinity
  let outages = 0
  let quietUntil = 0

  async function look(): Promise<void> {
    if (!transport || performance.now() < quietUntil) return
    const outage = await sendDue(ctx, transport, stopped.signal)
    outages = outage ? outages + 1 : 0
    if (outage) quietUntil = performance.now() + growing(outages, outagePause)
  }

  async function count(): Promise<void> {
    const { waiting, delayed, failed } = await countMails(ctx.db.query, ctx.clock.now())
    for (const [state, number] of Object.entries({ waiting, delayed, failed })) {
      ctx.metrics.mailQueue.set({ state }, number)
    }
    if (performance.now() < forgotAt + forgetEveryMs) return
    forgotAt = performance.now()
    await deleteOldMails(ctx.db.query)
    await deleteOldConfirmations(ctx.db.query)
  }

  return {
    start() {
      if (!transport) {
        ctx.log.info('no mail is sent: SMTP_URL is not set; links are shown to administrators')
      }
      const warn = (error: unknown): void =>
        ctx.log.warn({ err: error }, 'could not look for mails')
      repetitions.push(
        ctx.lookout.watch(({ mails }) => (mails ? look() : undefined), warn),
        repeat(count, countPauseMs, warn),
      )
    },
    async stop() {
      stopped.abort()
      // A mail server that says nothing keeps no worker from stopping: the lease ends, and another sends it.
      const patience = new AbortController()
      await Promise.race([
        Promise.all(repetitions.map((each) => each.stop())),
        delay(ctx.config.shutdownTimeoutMs, undefined, { ref: false, signal: patience.signal }),
      ]).finally(() => patience.abort())
    },
  }
}

/** How mails leave; undefined where none is sent. */
export function transportOf(config: AppContext['config']): MailTransport | undefined {
  if (config.smtpUrl === undefined) return undefined
  return createMailTransport({
    url: config.smtpUrl,
    from: config.mailFrom ?? `Parley <noreply@${hostOf(config)}>`,
  })
}

/**
 * Sends all that is due.
 * @returns whether the mail server takes none: the rest is given back then, untried
 */
export async function sendDue(
  ctx: SenderContext,
  transport: MailTransport,
  stop?: AbortSignal,
): Promise<boolean> {
  let isOut = false
  const isOver = (): boolean => isOut || stop?.aborted === true
  while (!isOver()) {
    const due = await takeMails(ctx.db.query, ctx.clock.now(), { leaseSeconds, most })
    const waiting = [...due]
    const workThrough = async (): Promise<void> => {
      while (!isOver()) {
        const mail = waiting.shift()
        if (!mail) return
        try {
          if ((await sendOne(ctx, transport, mail, leaseSeconds)) === 'outage') isOut = true
        } catch (error) {
          // The lease ends, and somebody tries again.
          ctx.log.warn({ err: error, mail: mail.id }, 'could not send a mail')
        }
      }
    }
    // Those that wait for the slow ones before them stay this worker's.
    await Promise.all(Array.from({ length: mostAtOnce }, workThrough))
    for (const mail of waiting) await giveMailBack(ctx.db.query, mail)
    if (due.length < most) break
  }
  return isOut
}
