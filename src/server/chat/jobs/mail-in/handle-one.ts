import { ApiError } from '../../../../shared/api-error'
import {
  finishIncomingMail,
  reserveIncomingMail,
  readIncomingMail,
} from '../../../data/mail/incoming'
import type { MailOutcome } from '../../../data/mail/incoming'
import type { IncomingMailRow } from '../../../data/schema'
import { growing, repeat } from '../../../lib/pauses'
import { hostOf, senderAddress } from '../../notify/mail/enqueue'
import { isForged } from '../../rules/mail-in/authentication-results'
import { readAddress } from '../../rules/mail-in/addresses'
import type { MailTarget } from '../../rules/mail-in/addresses'
import { machineReason } from '../../rules/mail-in/machine-mail'
import { takeReport } from './from-server'
import { withParsedMail } from './parse'
import type { ParsedMail } from './parse'
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
  if (row.attempts > mostAttempts) {
    const reason = 'too many attempts'
    await finishIncomingMail(ctx.db.query, row, { outcome: 'failed', reason })
    ctx.metrics.incomingMails.inc({ outcome: 'failed' })
    ctx.log.error(known, 'gave up an incoming mail that keeps failing')
    return
  }
  // Large mails take longer than a lease on a slow machine.
  const renewal = repeat(
    () => reserveIncomingMail(ctx.db.query, row, leaseSeconds),
    renewPauseMs,
    (error) => ctx.log.warn({ ...known, err: error }, 'could not keep an incoming mail'),
  )
  try {
    const handled = await handle(ctx, row)
    // Has no effect for a mail that was posted or refused: its transaction has marked it.
    await finishIncomingMail(ctx.db.query, row, handled)
    ctx.metrics.incomingMails.inc({ outcome: handled.outcome })
    ctx.log.info({ ...known, ...handled }, 'handled an incoming mail')
  } catch (error) {
    if (error instanceof MailTakenError) return
    await renewal.stop()
    await reserveIncomingMail(ctx.db.query, row, growing(row.attempts, retryPause) / 1_000)
    ctx.log.warn({ ...known, err: error }, 'could not handle an incoming mail')
  } finally {
    await renewal.stop()
  }
}

async function handle(ctx: PostContext, row: IncomingMailRow): Promise<MailOutcome> {
  const { mailInAddress } = ctx.config
  const target = mailInAddress === undefined ? undefined : readAddress(mailInAddress, row.recipient)
  if (!target) return { outcome: 'dropped', reason: 'unknown address' }
  try {
    const parts = readIncomingMail(ctx.db.query, row)
    return await withParsedMail(parts, ctx.files.incoming, (mail) => pass(ctx, row, mail, target))
  } catch (error) {
    // No error is answered by mail, so that nothing goes round in circles.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { outcome: 'refused', reason: error.message }
  }
}

async function pass(
  ctx: PostContext,
  row: IncomingMailRow,
  mail: ParsedMail,
  target: MailTarget,
): Promise<MailOutcome> {
  if (target.kind === 'bounce') return takeReport(ctx, row, mail, target)
  const { from, contentType, headers, messageId } = mail
  const reason = machineReason(
    {
      envelopeFrom: row.envelope_from ?? undefined,
      from: from.address,
      ...{ contentType, headers, messageId },
    },
    { from: senderAddress(ctx.config), host: hostOf(ctx.config) },
    target.kind === 'reply',
  )
  if (reason !== undefined) return { outcome: 'dropped', reason }
  const { mailInAuthservId: judge } = ctx.config
  if (
    target.kind === 'reply' &&
    judge !== '' &&
    isForged(headers.get('authentication-results'), judge)
  ) {
    return { outcome: 'dropped', reason: 'forged sender' }
  }
  return target.kind === 'reply'
    ? postReply(ctx, row, mail, target.token)
    : postToStream(ctx, row, mail, target)
}
