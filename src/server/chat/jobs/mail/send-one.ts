import {
  deleteMail,
  markMailFailed,
  markMailSent,
  postponeMail,
  renewMail,
} from '../../../data/mail/queue'
import { getRealm } from '../../../data/realms/realms'
import type { MailRow } from '../../../data/schema'
import { languageFor, sayingIn } from '../../../text/i18n/languages'
import type { Framed, Letter } from '../../../stores/mail/layout'
import { MailError } from '../../../stores/mail/transport'
import type { MailTransport } from '../../../stores/mail/transport'
import { growing, repeat } from '../../../lib/pauses'
import { realmUrl } from '../../notify/mail/enqueue'
import type { SenderContext } from '../../notify/mail/prepared'
import { reasonOfRefusal } from '../../rules/mail-in/reports'
import { bounceAddress } from './bounce-address'
import { noteBounce } from './note-bounce'
import { prepare } from './requests'
import { templates } from '../../notify/mail/templates'
import type { Template } from '../../notify/mail/templates/template'

const renewPauseMs = 8_000
/** Pause after a failed attempt. Greylisting mail servers refuse unknown senders for some minutes. */
const retryPause = { firstMs: 30_000, longestMs: 3_600_000 }
/** Age at which an undelivered mail is given up. */
const longestMs = 86_400_000

/** The result of an attempt. */
export type Outcome = 'sent' | 'later' | 'outage' | 'failed' | 'dropped'

/** Sends a mail that this worker has leased, and stores the result. */
export async function sendOne(
  ctx: SenderContext,
  transport: MailTransport,
  mail: MailRow,
  leaseSeconds: number,
): Promise<Outcome> {
  // Slow mails before it may have used up the lease.
  if (!(await renewMail(ctx.db.query, mail, leaseSeconds))) return 'dropped'
  const renewal = repeat(
    () => renewMail(ctx.db.query, mail, leaseSeconds),
    renewPauseMs,
    (error) => ctx.log.warn({ err: error, mail: mail.id }, 'could not keep a mail'),
  )
  try {
    const outcome = await attempt(ctx, transport, mail)
    if (outcome !== 'dropped') ctx.metrics.mails.inc({ outcome })
    return outcome
  } finally {
    await renewal.stop()
  }
}

async function attempt(
  ctx: SenderContext,
  transport: MailTransport,
  mail: MailRow,
): Promise<Outcome> {
  const now = ctx.clock.now()
  if (mail.expires_at && mail.expires_at <= now) {
    return giveUp(ctx, mail, mail.last_error ?? 'It had expired before it could be sent.')
  }
  let isHandedOver = false
  try {
    const written = await write(ctx, mail)
    if (!written) {
      await deleteMail(ctx.db.query, mail)
      return 'dropped'
    }
    await transport.send({
      to: mail.recipient,
      returnPath: await bounceAddress(ctx, mail),
      messageId: mail.message_id,
      date: mail.created_at,
      letter: written,
    })
    isHandedOver = true
    await markMailSent(ctx.db.dated(), mail)
    ctx.log.debug({ mail: mail.id, template: mail.template }, 'sent a mail')
    return 'sent'
  } catch (error) {
    // A delivered mail must not be sent again because of a database failure.
    if (isHandedOver || !(error instanceof MailError)) throw error
    return await retry(ctx, mail, error)
  }
}

/** The letter of a mail, in its language; undefined if it has no recipient. */
async function write(ctx: SenderContext, mail: MailRow): Promise<Framed | undefined> {
  const prepared = await prepare(ctx, mail)
  if (!prepared) return undefined
  const realm = await getRealm(ctx.db.query, mail.realm_id)
  const { template, values, locale } = prepared
  if (!Object.hasOwn(templates, template)) {
    throw new Error(`There is no template '${template}'.`)
  }
  const say = sayingIn(locale)
  const toLetter = templates[template as keyof typeof templates] as Template<Record<string, string>>
  const letter: Letter = toLetter(say, values, { realm: realm.name })
  return {
    ...letter,
    language: languageFor(locale),
    realm: realm.name,
    realmUrl: realmUrl(ctx.config, realm.string_id),
  }
}

async function retry(ctx: SenderContext, mail: MailRow, error: MailError): Promise<Outcome> {
  const now = ctx.clock.now().getTime()
  if (error.trouble === 'refused') {
    await noteRefusal(ctx, mail, error)
    return giveUp(ctx, mail, error.message)
  }
  const dueAt = new Date(now + growing(mail.attempts, retryPause))
  const end = Math.min(
    mail.created_at.getTime() + longestMs,
    mail.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  if (dueAt.getTime() >= end) return giveUp(ctx, mail, error.message)
  await postponeMail(ctx.db.query, mail, { dueAt, error: error.message })
  ctx.log.warn({ mail: mail.id, why: error.message, again: dueAt }, 'a mail was not taken')
  return error.trouble === 'outage' ? 'outage' : 'later'
}

async function giveUp(ctx: SenderContext, mail: MailRow, error: string): Promise<Outcome> {
  await markMailFailed(ctx.db.dated(), mail, error)
  ctx.log.error({ mail: mail.id, template: mail.template, why: error }, 'a mail was given up')
  return 'failed'
}

/** Counts a mail whose recipient the own mail server does not know. Source: docs/protocol/mail-in.md#bounces. */
async function noteRefusal(ctx: SenderContext, mail: MailRow, error: MailError): Promise<void> {
  const reason = reasonOfRefusal(error.message, error.recipientCode)
  if (reason === undefined) return
  const { realm_id: realmId, recipient: address } = mail
  await ctx.db.transaction((tx) => noteBounce(ctx, tx, { realmId, address, reason }))
}
