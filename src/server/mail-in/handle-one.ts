import { ApiError } from '../lib/api-error'
import {
  finishIncomingMail,
  postponeIncomingMail,
  renewIncomingMail,
  readIncomingMail,
} from '../data/mail/incoming'
import type { MailOutcome } from '../data/mail/incoming'
import type { IncomingMailRow } from '../data/schema'
import { isLostTooOften } from '../data/jobs/job-losses'
import { growing, repeat } from '../lib/pauses'
import { hostOf, senderAddress } from '../chat/notify/mail/enqueue'
import { reportSetAside } from '../chat/notify/set-aside'
import { readAddress } from '../chat/rules/mail-in/addresses'
import type { MailTarget } from '../chat/rules/mail-in/addresses'
import { takeReport } from './from-server'
import { MailTooCostlyError } from './mail-reader'
import type { ReadMail } from './read-mail'
import { sendGivenUpNotice } from './given-up-notice'
import { postReply } from './to-conversation'
import { MailTakenError, postToStream } from './to-stream'
import type { PostContext } from './to-stream'

/** Lease of a mail: a worker that does not renew it in time counts as dead. */
export const leaseSeconds = 60
/** Max attempts at a mail: more mean a fault of this server, which the log names. */
const mostAttempts = 8
const renewPauseMs = 20_000
const retryPause = { firstMs: 5_000, longestMs: 600_000 }

/** Handles a mail that this worker has taken, and stores the outcome. */
export async function handleOne(ctx: PostContext, row: IncomingMailRow): Promise<void> {
  const known = { mail: row.id, realm: row.realm_id }
  if (isLostTooOften(row.losses)) {
    if (await giveUp(ctx, row, 'workers were lost with it')) reportSetAside(ctx, 'mail in', known)
    return
  }
  if (row.attempts > mostAttempts) {
    await giveUp(ctx, row, 'too many attempts')
    return
  }
  // Large mails take longer than a lease on a slow machine.
  const renewal = repeat(
    () => renewIncomingMail(ctx.db.query, row, leaseSeconds),
    renewPauseMs,
    (error) => ctx.log.warn({ ...known, err: error }, 'could not keep an incoming mail'),
  )
  try {
    const handled = await handle(ctx, row)
    if (handled.outcome === 'failed') {
      await giveUp(ctx, row, handled.reason)
      return
    }
    // Has no effect for a mail that was posted or refused: its transaction has marked it.
    await finishIncomingMail(ctx.db.query, row, handled)
    ctx.metrics.incomingMails.inc({ outcome: handled.outcome })
    ctx.log.info({ ...known, ...handled }, 'handled an incoming mail')
  } catch (error) {
    if (error instanceof MailTakenError) return
    await renewal.stop()
    await postponeIncomingMail(ctx.db.query, row, growing(row.attempts, retryPause) / 1_000)
    ctx.log.warn({ ...known, err: error }, 'could not handle an incoming mail')
  } finally {
    await renewal.stop()
  }
}

/** Ends a mail without a message, and tells the person behind its address. @returns false if another worker has it */
async function giveUp(
  ctx: PostContext,
  row: IncomingMailRow,
  reason: string | undefined,
): Promise<boolean> {
  const failed = { outcome: 'failed' as const, ...(reason !== undefined && { reason }) }
  const isOurs = await ctx.db.transaction(async (tx) => {
    if (!(await finishIncomingMail(tx, row, failed))) return false
    await sendGivenUpNotice(ctx, tx, row)
    return true
  })
  if (!isOurs) return false
  ctx.metrics.incomingMails.inc({ outcome: 'failed' })
  ctx.log.error({ mail: row.id, realm: row.realm_id, reason }, 'gave up an incoming mail')
  return true
}

async function handle(ctx: PostContext, row: IncomingMailRow): Promise<MailOutcome> {
  const { config, db, mailReader } = ctx
  const { mailInAddress, mailInAuthservId: judge } = config
  const target = mailInAddress === undefined ? undefined : readAddress(mailInAddress, row.recipient)
  if (!target) return { outcome: 'dropped', reason: 'unknown address' }
  const mail = {
    realmId: row.realm_id,
    parts: readIncomingMail(db.query, row),
    envelopeFrom: row.envelope_from ?? undefined,
    own: { from: senderAddress(config), host: hostOf(config) },
    ...{ target, judge },
  }
  try {
    return await mailReader.withMail(mail, (read) => pass(ctx, row, read, target))
  } catch (error) {
    if (error instanceof MailTooCostlyError) return { outcome: 'failed', reason: error.message }
    // No error is answered by mail, so that nothing goes round in circles.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { outcome: 'refused', reason: error.message }
  }
}

async function pass(
  ctx: PostContext,
  row: IncomingMailRow,
  mail: ReadMail,
  target: MailTarget,
): Promise<MailOutcome> {
  if (target.kind === 'bounce') return takeReport(ctx, row, mail, target)
  if (mail.dropped !== undefined) return { outcome: 'dropped', reason: mail.dropped }
  return target.kind === 'reply'
    ? postReply(ctx, row, mail, target.token)
    : postToStream(ctx, row, mail, target)
}
