import { withoutTrailing } from '../../../../shared/rules/characters'
import type { Config } from '../../../config/config'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { insertMails } from '../../../data/mail/queue'
import { languageFor } from '../../../text/i18n/languages'
import { newMessageId } from '../../rules/mail/message-ids'
import type { TemplateName, TemplateValues } from './templates'

/*
 * A transaction puts its mails into a queue; any worker sends them after the commit.
 * Source: docs/protocol/mail.md#queue.
 */

/** Whether the server sends mail. If not, it shows links to the user whose call made them. */
export function isMailOn({ config }: { config: Pick<Config, 'smtpUrl'> }): boolean {
  return config.smtpUrl !== undefined
}

/** A mail to send. */
export type MailToSend = {
  [Name in TemplateName]: {
    realmId: number
    /** The recipient's address. */
    to: string
    template: Name
    /** May contain secrets such as links: they are deleted when the mail is sent. */
    values: TemplateValues<Name>
    /** The recipient's language, or the organization's. */
    locale: string
    /** Time after which the mail is useless: the expiry of its link. */
    expiresAt?: Date
  }
}[TemplateName]

/**
 * Enqueues mails, which are sent after the transaction commits; does nothing if the server sends no mail.
 * @returns whether the mails will be sent
 */
export async function enqueueMails(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  mails: readonly MailToSend[],
): Promise<boolean> {
  return enqueueRows(
    ctx,
    tx,
    mails.map(({ values, ...mail }) => ({ ...mail, values: JSON.stringify(values) })),
  )
}

/** Mails whose content is looked up when they are sent; mails without a recipient are then dropped. */
export const mailRequests = [
  'request:login_code',
  'request:password_reset',
  'request:sign_up',
] as const
export type MailRequestName = (typeof mailRequests)[number]

/** A mail that an anonymous caller requests. */
export interface RequestedMail {
  realmId: number
  to: string
  request: MailRequestName
  /** Input for looking up the content. */
  values?: Readonly<Record<string, string>>
}

/**
 * Enqueues a mail whose content depends on whether the address has an account. The lookup happens later, so
 * that the response time does not reveal whether the account exists.
 */
export async function enqueueRequest(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  { request, values = {}, ...mail }: RequestedMail,
): Promise<boolean> {
  const row = { ...mail, template: request, values: JSON.stringify(values), locale: 'en' }
  return enqueueRows(ctx, tx, [row])
}

interface Row {
  realmId: number
  to: string
  template: string
  values: string
  locale: string
  expiresAt?: Date
}

async function enqueueRows(
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  rows: readonly Row[],
): Promise<boolean> {
  if (!isMailOn({ config })) return false
  if (rows.length === 0) return true
  const now = clock.now()
  await insertMails(
    tx,
    rows.map(({ realmId, to, template, values, locale, expiresAt }) => ({
      realm_id: realmId,
      recipient: to,
      template,
      values,
      locale: languageFor(locale),
      message_id: newMessageId(hostOf(config)),
      created_at: now,
      due_at: now,
      expires_at: expiresAt ?? null,
    })),
  )
  return true
}

/** The host name for the sender's address and for Message-IDs. */
export function hostOf({ externalHost, externalUrl }: Config): string {
  const { hostname } = new URL(externalUrl ?? `http://${externalHost}`)
  // Mail servers refuse a bare IP address as a domain, and a name without a dot.
  return /^[\d.]+$|^\[/.test(hostname) || !hostname.includes('.')
    ? 'localhost.localdomain'
    : hostname
}

/** The address from which mails are sent, in lower case. */
export function senderAddress(config: Config): string {
  const { mailFrom } = config
  const [, address] = /<([^<>]+)>/.exec(mailFrom ?? '') ?? []
  return (address ?? mailFrom ?? `noreply@${hostOf(config)}`).toLowerCase()
}

/**
 * The address of an organization for links in mails, made from the configuration and never from client input.
 * @param subdomain '' is the default organization
 */
export function realmUrl({ externalHost, externalUrl }: Config, subdomain: string): string {
  const root = new URL(externalUrl ?? `http://${externalHost}`)
  if (subdomain !== '') root.hostname = `${subdomain}.${externalHost.replace(/:\d*$/, '')}`
  return withoutTrailing(root.href, '/')
}
