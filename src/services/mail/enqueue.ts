import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config'
import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { insertMails } from '../../db/mail/queue'
import { languageFor } from '../../i18n/languages'
import type { TemplateName, TemplateValues } from './templates'

/*
 * Mails are put into a queue in the transaction of what they tell, and sent by any worker a moment later.
 * Source: docs/protocol/mail.md#queue.
 */

/** Whether mail is sent. Where it is not, whoever causes a link is shown it. */
export function isMailOn({ config }: { config: Pick<Config, 'smtpUrl'> }): boolean {
  return config.smtpUrl !== undefined
}

/** A mail that is to be sent. */
export type WantedMail = {
  [Name in TemplateName]: {
    realmId: number
    /** The address. */
    to: string
    template: Name
    /** Secrets among them, such as links, are forgotten when it is sent. */
    values: TemplateValues<Name>
    /** The language of whoever reads it, or of the organisation. */
    locale: string
    /** After which it is not worth sending: when its link expires. */
    expiresAt?: Date
  }
}[TemplateName]

/**
 * Has mails sent once the transaction commits; where no mail is sent, nothing happens.
 * @returns whether they will be sent
 */
export async function enqueueMails(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  mails: readonly WantedMail[],
): Promise<boolean> {
  return enqueueRows(
    ctx,
    tx,
    mails.map(({ values, ...mail }) => ({ ...mail, values: JSON.stringify(values) })),
  )
}

/** Mails of which it is found out when they are sent whether there is anybody for them, and what they say. */
export const mailRequests = ['request:password_reset', 'request:sign_up'] as const
export type MailRequestName = (typeof mailRequests)[number]

/** A mail that somebody unknown asks for. */
export interface WantedRequest {
  realmId: number
  to: string
  request: MailRequestName
  /** What is to be known then. */
  values?: Readonly<Record<string, string>>
}

/**
 * Has a mail sent if there is an account for it. That is looked up later, so that asking takes the same time
 * whether there is one or not.
 */
export async function enqueueRequest(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  { request, values = {}, ...mail }: WantedRequest,
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
      message_id: `<${randomBytes(18).toString('hex')}@${hostOf(config)}>`,
      created_at: now,
      due_at: now,
      expires_at: expiresAt ?? null,
    })),
  )
  return true
}

/** The host that mails come from, and their ids are of. */
export function hostOf({ externalHost, externalUrl }: Config): string {
  const { hostname } = new URL(externalUrl ?? `http://${externalHost}`)
  // Mail servers take no address of a machine without brackets, and names want a dot.
  return /^[\d.]+$|^\[/.test(hostname) || !hostname.includes('.')
    ? 'localhost.localdomain'
    : hostname
}

/**
 * The address of an organisation, for links in mails: never made of what a client wrote.
 * @param subdomain of the organisation; '' is the default one
 */
export function realmUrl({ externalHost, externalUrl }: Config, subdomain: string): string {
  const root = new URL(externalUrl ?? `http://${externalHost}`)
  if (subdomain !== '') root.hostname = `${subdomain}.${externalHost.replace(/:\d*$/, '')}`
  return root.href.replace(/\/+$/, '')
}
