import { createHash } from 'node:crypto'
import type { AppContext } from '../context'
import type { DatedQueryable, Queryable } from '../data/engine/database'
import { findReplyAddress, findStreamAddress } from '../data/mail/addresses'
import { countRecentMails, insertIncomingMail, isKnownMail } from '../data/mail/incoming'
import { sha256InTurns } from '../lib/turns'
import { hashToken } from '../chat/rules/credentials'
import { BadRequestError } from '../chat/rules/errors'
import { readAddress } from '../chat/rules/mail-in/addresses'
import type { MailTarget } from '../chat/rules/mail-in/addresses'
import { headersOfRaw } from './reading/raw-headers'
import { isOwnBounce } from '../chat/jobs/mail/bounce-address'

/*
 * Reception of mails, for every way in. A mail is accepted when its rows are committed, one for each recipient; any
 * worker handles them afterwards. Source: docs/protocol/mail-in.md#reception.
 */

type Context = Pick<AppContext, 'config' | 'db' | 'metrics'>

/** The sender must try again later: the organization gets too many mails. */
export class TooManyMailsError extends BadRequestError {
  constructor() {
    super('The organization gets too many mails.')
  }
}

/** The mail is larger than `MAIL_IN_MAX_MIB`. */
export class MailTooLargeError extends BadRequestError {
  constructor() {
    super('The mail is too large.')
  }
}

/** Max mails of an organization by time. Source: docs/protocol/mail-in.md#limits. */
const mostOfRealm = { minute: 50, fiveMinutes: 120, hour: 600 }
/** Max mails to one address of a reply in a minute. */
const mostToReply = 5
/** Max characters of an address that are kept. */
const longestAddress = 500

/** An address that exists. */
export interface Recipient {
  address: string
  realmId: number
  target: MailTarget
}

export function maxMailBytes({ config }: Pick<AppContext, 'config'>): number {
  return config.mailInMaxMib * 1_048_576
}

/** The recipient at an address; undefined if there is none. */
export async function findRecipient(
  { config, db }: Pick<Context, 'config' | 'db'>,
  address: string,
): Promise<Recipient | undefined> {
  const target =
    config.mailInAddress === undefined ? undefined : readAddress(config.mailInAddress, address)
  const realmId = target && (await realmOf(db.dated(), target))
  return realmId === undefined || !target ? undefined : { address, realmId, target }
}

/** Max addresses of a mail that are looked up. */
const mostLookups = 50

/** The first recipient that exists, for mails without an envelope. Source: docs/protocol/mail-in.md#recipients. */
export async function findFirstRecipient(
  ctx: Pick<Context, 'config' | 'db'>,
  addresses: readonly string[],
): Promise<Recipient | undefined> {
  for (const address of addresses.slice(0, mostLookups)) {
    const recipient = await findRecipient(ctx, address)
    if (recipient) return recipient
  }
  return undefined
}

async function realmOf(db: DatedQueryable, target: MailTarget): Promise<number | undefined> {
  switch (target.kind) {
    case 'stream':
      return (await findStreamAddress(db, target.token))?.realm_id
    case 'reply':
      return (await findReplyAddress(db, hashToken(target.token)))?.realm_id
    case 'bounce':
      return (await isOwnBounce(db, target)) ? target.realmId : undefined
  }
}

/** A mail as a server hands it over. */
export interface ReceivedMail {
  recipients: readonly Recipient[]
  /** Empty: a report of a mail server; undefined: unknown. */
  envelopeFrom: string | undefined
  raw: Buffer
}

/**
 * Stores a mail for its recipients. A mail that a recipient has already is not stored again.
 * @throws TooManyMailsError, MailTooLargeError; nothing is stored then
 */
export async function receiveMail(ctx: Context, mail: ReceivedMail): Promise<void> {
  const { recipients, envelopeFrom, raw } = mail
  if (raw.length > maxMailBytes(ctx)) throw new MailTooLargeError()
  const messageId = headersOfRaw(raw).get('message-id')
  const mail_hash = messageId === undefined ? await sha256InTurns(raw) : hashOf(messageId)
  const results = await ctx.db.transaction(async (tx) => {
    const stored: boolean[] = []
    for (const { address, realmId, target } of recipients) {
      const row = {
        realm_id: realmId,
        recipient: storable(address),
        target_hash: targetHash(target),
        mail_hash,
        envelope_from: envelopeFrom === undefined ? null : storable(envelopeFrom),
      }
      if (!(await isKnownMail(tx, row))) await refuseTooMany(ctx, tx, row, target.kind)
      stored.push(await insertIncomingMail(tx, { ...row, raw }))
    }
    return stored
  })
  for (const isNew of results)
    ctx.metrics.incomingMails.inc({ outcome: isNew ? 'stored' : 'known' })
}

async function refuseTooMany(
  { metrics }: Context,
  db: Queryable,
  { realm_id, target_hash }: { realm_id: number; target_hash: string },
  kind: MailTarget['kind'],
): Promise<void> {
  const recent = await countRecentMails(db, realm_id, target_hash)
  const isOver =
    recent.minute >= mostOfRealm.minute ||
    recent.fiveMinutes >= mostOfRealm.fiveMinutes ||
    recent.hour >= mostOfRealm.hour ||
    (kind === 'reply' && recent.toTarget >= mostToReply)
  if (!isOver) return
  metrics.incomingMails.inc({ outcome: 'deferred' })
  throw new TooManyMailsError()
}

/** An address without U+0000, which PostgreSQL does not take, and of bounded length. */
function storable(address: string): string {
  return address.replaceAll('\0', '').slice(0, longestAddress)
}

function targetHash(target: MailTarget): string {
  return target.kind === 'bounce'
    ? hashOf(`bounce ${target.realmId} ${target.mailId}`)
    : hashToken(target.token)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
