import { releaseLease, renewLease, takeLease } from '../data/jobs/leases'
import type { AppContext, BackgroundJob } from '../context'
import { growing, repeat } from '../lib/pauses'
import type { Repetition } from '../lib/pauses'
import { openImapMailbox } from '../stores/mail/imap-mailbox'
import type { ImapFolder, ImapMailbox } from '../stores/mail/imap-mailbox'
import { headersOfRaw, recipientsOfRaw } from './reading/raw-headers'
import {
  findFirstRecipient,
  MailTooLargeError,
  maxMailBytes,
  receiveMail,
  TooManyMailsError,
} from './receive'

const duty = 'mail-in-imap'
/** Lease of the mailbox: a worker that does not renew it in time counts as dead. */
const leaseSeconds = 30
const renewPauseMs = 8_000
/** Interval at which a worker tries to take the lease. */
const lookPauseMs = 5_000
/** Max time between two looks into the mailbox, for servers that do not announce new mail. */
const newsPauseMs = 30_000
/** Pauses after failures, growing. */
const failurePause = { firstMs: 5_000, longestMs: 300_000 }

export type ImapContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'log' | 'metrics'>

/**
 * Background job that reads the mailbox of `MAIL_IN_IMAP_URL`, in one worker at a time. A mail is moved when it is
 * stored. A worker that dies in between leaves the mail to another one, which finds it stored.
 * Source: docs/protocol/mail-in.md#imap.
 */
export function createImapReader(ctx: ImapContext): BackgroundJob {
  const stopped = new AbortController()
  let repetition: Repetition | undefined
  let failures = 0
  let quietUntil = 0

  async function look(): Promise<void> {
    if (performance.now() < quietUntil) return
    try {
      await readUnderLease(ctx, stopped.signal)
      failures = 0
    } catch (error) {
      failures += 1
      quietUntil = performance.now() + growing(failures, failurePause)
      throw error
    }
  }

  return {
    start() {
      if (ctx.config.mailInImapUrl === undefined) return
      repetition = repeat(look, lookPauseMs, (error) =>
        ctx.log.warn({ err: error }, 'could not read the mailbox'),
      )
    },
    async stop() {
      stopped.abort()
      await repetition?.stop()
    },
  }
}

/** Reads the mailbox until the worker stops or loses the lease; does nothing if another worker has the lease. */
async function readUnderLease(ctx: ImapContext, stop: AbortSignal): Promise<void> {
  const url = ctx.config.mailInImapUrl
  const lease = { duty, holder: ctx.config.workerId, seconds: leaseSeconds }
  if (url === undefined || !(await takeLease(ctx.db.query, lease, ctx.clock.now()))) return
  const ended = new AbortController()
  const end = (): void => ended.abort()
  stop.addEventListener('abort', end)
  const renewal = repeat(
    async () => {
      if (!(await renewLease(ctx.db.query, lease))) end()
    },
    renewPauseMs,
    end,
  )
  try {
    const mailbox = await openImapMailbox({ url })
    ended.signal.addEventListener('abort', () => mailbox.close())
    try {
      while (!ended.signal.aborted && !stop.aborted) {
        await drainMailbox(ctx, mailbox, ended.signal)
        await mailbox.untilNews(newsPauseMs)
      }
    } finally {
      mailbox.close()
    }
  } catch (error) {
    // The connection was cut here.
    if (!ended.signal.aborted) throw error
  } finally {
    stop.removeEventListener('abort', end)
    await renewal.stop()
    await releaseLease(ctx.db.query, lease, undefined)
  }
}

/**
 * Stores the mails of a mailbox and moves them; those above a limit stay. One that fails holds up no other.
 * @throws the first failure, after the last mail
 */
export async function drainMailbox(
  ctx: ImapContext,
  mailbox: ImapMailbox,
  stop: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const uid of await mailbox.list()) {
    if (stop.aborted) return
    try {
      const folder = await takeMail(ctx, mailbox, uid)
      if (folder) await mailbox.move(uid, folder)
    } catch (error) {
      // The mailbox keeps the mail meanwhile.
      if (error instanceof TooManyMailsError) {
        ctx.log.info({ uid }, 'left a mail in the mailbox: there are too many')
      } else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** @returns where the mail belongs now; undefined if it is gone */
async function takeMail(
  ctx: ImapContext,
  mailbox: ImapMailbox,
  uid: number,
): Promise<ImapFolder | undefined> {
  const raw = await mailbox.read(uid, maxMailBytes(ctx))
  if (raw === undefined) return undefined
  const fail = (reason: string): ImapFolder => {
    ctx.log.warn({ uid, reason }, 'could not take a mail of the mailbox')
    ctx.metrics.incomingMails.inc({ outcome: 'refused' })
    return 'Failed'
  }
  if (raw === 'too large') return fail(new MailTooLargeError().message)
  const recipient = await findFirstRecipient(ctx, recipientsOfRaw(raw))
  if (!recipient) return fail('unknown address')
  await receiveMail(ctx, { recipients: [recipient], envelopeFrom: senderOfRaw(raw), raw })
  return 'Processed'
}

/** The sender of the envelope, as the mail server has noted it; empty for reports; undefined: unknown. */
function senderOfRaw(raw: Buffer): string | undefined {
  return headersOfRaw(raw)
    .get('return-path')
    ?.replace(/[<>\s]/g, '')
}
