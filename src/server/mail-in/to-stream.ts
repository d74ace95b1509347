import type { AppContext } from '../context'
import { findStreamAddress } from '../data/mail/addresses'
import { finishIncomingMail } from '../data/mail/incoming'
import type { MailOutcome } from '../data/mail/incoming'
import type { IncomingMailRow, StreamAddressRow } from '../data/schema'
import { findStreamById } from '../data/streams/streams'
import { findUserByAddress, findUserById } from '../data/users/users'
import type { UserWithRealm } from '../data/users/users'
import { sayingIn } from '../text/i18n/languages'
import { realmUrl } from '../chat/notify/mail/enqueue'
import { accessStreamToSend } from '../chat/posting/sending/addressees'
import { accessPlace, composeForStream } from '../chat/posting/sending/compose-message'
import type { MessageToStream } from '../chat/posting/sending/compose-message'
import { sendInTransaction } from '../chat/posting/sending/send-message'
import { sendToStreamAs } from '../chat/posting/sending/system-messages'
import type { MailTarget } from '../chat/rules/mail-in/addresses'
import { realmSettingsOf } from '../chat/rules/realms/settings'
import { writeContent } from './content'
import type { ContentContext, Writers } from './content'
import type { ReadMail } from './read-mail'

export type PostContext = ContentContext &
  Pick<AppContext, 'mailReader' | 'caches' | 'metrics' | 'renderer'>

/** Client name of messages that came by mail. */
export const mailClient = 'EmailGateway'

/** Another worker has taken the mail: the transaction is rolled back. */
export class MailTakenError extends Error {
  override name = 'MailTakenError'

  constructor() {
    super('Another worker has taken the mail.')
  }
}

/**
 * Sends a mail as a message to a stream, once: the message and the mark of the mail commit together.
 * @throws ApiError for a mail that the sender may not post
 * Sources: docs/protocol/mail-in.md#posting, docs/protocol/mail-in.md#once.
 */
export async function postToStream(
  ctx: PostContext,
  row: IncomingMailRow,
  mail: ReadMail,
  { token, options }: Extract<MailTarget, { kind: 'stream' }>,
): Promise<MailOutcome> {
  const address = await findStreamAddress(ctx.db.query, token)
  const writers = address && (await findWriters(ctx, address))
  if (!address || !writers) return { outcome: 'dropped', reason: 'ownerless' }
  const { sender, writer } = writers
  // Before the files are stored.
  await accessStreamToSend(ctx.db.dated(), writer, address.stream_id)
  const mentions = options.mentions || (await isKnownSender(ctx, address, mail))
  const content = await writeContent(ctx, writers, mail, { ...options, mentions })
  if (content === undefined) return { outcome: 'dropped', reason: 'empty' }
  const say = sayingIn(realmSettingsOf(sender).default_language)
  const message = await composeForStream(
    ctx,
    writer,
    { to: address.stream_id, topic: mail.subject.topic || say('mailIn.noSubject') },
    { content, client: mailClient, realmUrl: realmUrl(ctx.config, sender.realm_string_id) },
  )
  return store(ctx, row, writers, { ...message, to: address.stream_id })
}

/**
 * Whether the mail is from the address of an account of the organization; the mentions of others do not notify.
 * Source: docs/protocol/mail-in.md#mentions.
 */
async function isKnownSender(
  { db }: Pick<AppContext, 'db'>,
  { realm_id }: StreamAddressRow,
  { from, isForged }: ReadMail,
): Promise<boolean> {
  const user = isForged ? undefined : await findUserByAddress(db.query, realm_id, from.address)
  return user !== undefined && !isGone(user)
}

async function findWriters(
  { db }: Pick<AppContext, 'db'>,
  { realm_id, creator_id, sender_id }: StreamAddressRow,
): Promise<Writers | undefined> {
  const creator = await findUserById(db.query, realm_id, creator_id)
  const sender = await findUserById(db.query, realm_id, sender_id)
  if (!creator || !sender || [creator, sender].some(isGone)) return undefined
  return { sender, writer: sender.is_system_bot ? creator : sender }
}

export function isGone(user: UserWithRealm): boolean {
  return user.deactivated_at !== null || user.realm_deactivated_at !== null
}

async function store(
  ctx: PostContext,
  row: IncomingMailRow,
  { sender, writer }: Writers,
  message: MessageToStream & { to: number },
): Promise<MailOutcome> {
  const posted: MailOutcome = { outcome: 'posted' }
  await ctx.db.transaction(async (tx) => {
    if (sender.id === writer.id) {
      await sendInTransaction(ctx, tx, sender, message)
    } else {
      await accessPlace(tx, writer, message)
      const stream = await findStreamById(tx, sender.realm_id, message.to)
      if (!stream) throw new Error('A stream vanished while a mail was posted.')
      const { topic, text } = message
      await sendToStreamAs(ctx, tx, 'gateway', [{ stream, topic, content: () => text.content }])
    }
    if (!(await finishIncomingMail(tx, row, posted))) throw new MailTakenError()
  })
  return posted
}
