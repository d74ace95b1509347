import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext, BackgroundJob } from '../../../context'
import { deleteOldConfirmations } from '../../../data/mail/confirmations'
import { countMails, deleteOldMails, giveMailBack, takeMails } from '../../../data/mail/queue'
import { createMailTransport } from '../../../stores/mail/transport'
import type { MailTransport } from '../../../stores/mail/transport'
import { growing, repeat } from '../../../lib/pauses'
import type { Repetition } from '../../../lib/pauses'
import { hostOf } from '../../notify/mail/enqueue'
import type { SenderContext } from '../../notify/mail/prepared'
import { sendOne } from './send-one'

/** Lease of a mail: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 30
/** Max mails that a worker leases at a time. */
const most = 20
/** Max concurrent connections to the mail server. */
const mostAtOnce = 4
/** Pauses between attempts during an outage of the mail server, growing. */
const outagePause = { firstMs: 2_000, longestMs: 60_000 }
const countPauseMs = 30_000
const forgetEveryMs = 3_600_000

/**
 * Background job of every worker that sends queued mails. No mail is lost, and each is sent once as far as
 * SMTP allows: if a worker dies between delivery and its record in the database, another worker sends the
 * mail again, with the same Message-ID.
 * Source: docs/protocol/mail.md#queue.
 */
export function createMailer(ctx: SenderContext & Pick<AppContext, 'dueWork'>): BackgroundJob {
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
    const { waiting, delayed, failed } = await countMails(ctx.db.dated())
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
        ctx.dueWork.watch(({ mails }) => (mails ? look() : undefined), warn),
        repeat(count, countPauseMs, warn),
      )
    },
    async stop() {
      stopped.abort()
      // A silent mail server must not block shutdown: the lease ends, and another worker sends the mail.
      const patience = new AbortController()
      await Promise.race([
        Promise.all(repetitions.map((each) => each.stop())),
        delay(ctx.config.shutdownTimeoutMs, undefined, { ref: false, signal: patience.signal }),
      ]).finally(() => patience.abort())
    },
  }
}

/** The configured mail transport; undefined if the server sends no mail. */
export function transportOf(config: AppContext['config']): MailTransport | undefined {
  if (config.smtpUrl === undefined) return undefined
  return createMailTransport({
    url: config.smtpUrl,
    from: config.mailFrom ?? `Parley <noreply@${hostOf(config)}>`,
  })
}

/**
 * Sends all due mails.
 * @returns whether the mail server is out of service; the untried mails are then given back
 */
export async function sendDue(
  ctx: SenderContext,
  transport: MailTransport,
  stop?: AbortSignal,
): Promise<boolean> {
  let isOut = false
  const isOver = (): boolean => isOut || stop?.aborted === true
  while (!isOver()) {
    const due = await takeMails(ctx.db.dated(), { leaseSeconds, most })
    const waiting = [...due]
    const workThrough = async (): Promise<void> => {
      while (!isOver()) {
        const mail = waiting.shift()
        if (!mail) return
        try {
          if ((await sendOne(ctx, transport, mail, leaseSeconds)) === 'outage') isOut = true
        } catch (error) {
          // When the lease ends, a worker tries again.
          ctx.log.warn({ err: error, mail: mail.id }, 'could not send a mail')
        }
      }
    }
    // Mails behind slow ones stay with this worker, since `sendOne` renews their leases.
    await Promise.all(Array.from({ length: mostAtOnce }, workThrough))
    for (const mail of waiting) await giveMailBack(ctx.db.query, mail)
    if (due.length < most) break
  }
  return isOut
}
