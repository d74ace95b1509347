import type { AppContext } from '../../context'
import type { Database, Queryable } from '../../db/database'
import { ensureDmGroups, memberKey } from '../../db/dm-groups'
import { listUsersNamed } from '../../db/users'
import type { UserRow } from '../../db/schema'
import { findSendTarget } from '../../db/streams'
import type { SendTarget } from '../../db/streams'
import { mayLinkUploads } from '../../db/upload-links'
import type { ApiError } from '../../wire/api-error'
import type { Requester } from '../authentication'
import { BadRequestError, StreamDoesNotExistError } from '../errors'
import { limits } from '../limits'
import { isAdministrator, isGuest, refusePrivateMessages } from '../permissions'
import { checkStreamName } from '../streams/stream-text'
import type { Addressee, ParsedTo } from './addressees'
import { findAlerted } from './alert-words'
import { findAttention } from './attention'
import { checkContent, checkTopic } from './content'
import type { Draft, MessageRecipient } from './draft'
import { withoutAbsentMembers } from './group-mentions'
import { warnOwner } from './owner-warnings'
import { postOnce, postToCheckedStream } from './post'
import { renderContent } from './rendering'
import type { RenderedContent } from './rendering'
import { checkWildcardMentions } from './wildcard-mentions'

type Context = Pick<AppContext, 'db' | 'clock'>

/** What every message says, whatever it is addressed to. */
export interface MessageText {
  content: string
  /** Name of the program that sends it. */
  client: string
  realmUrl?: string | undefined
  readBySender?: boolean | undefined
  echo?: { queueId: string; localId: string } | undefined
}

/**
 * Sends a message to a stream and answers its id. When a bot names a stream that does not
 * exist, its owner is warned.
 *
 * A message with an echo is sent once: repeating it answers the id of the first.
 *
 * @param to the stream's name, or its id
 * @throws StreamDoesNotExistError for a missing stream and for one the sender may not know of
 * @throws BadRequestError for a bad topic or content, or when the sender may not write there
 * Source: API document, "POST /api/v1/messages"; protocol notes 3.1.
 */
export async function sendToStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  topic: string | undefined,
  text: MessageText,
): Promise<number> {
  try {
    return await postToStream(ctx, sender, to, topic, text)
  } catch (error) {
    if (error instanceof StreamDoesNotExistError) {
      const now = ctx.clock.now()
      await ctx.db.transaction((tx) => warnOwner(tx, now, sender, { missingStream: to }))
    }
    throw error
  }
}

/** The same, without the warning. */
export async function postToStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  topic: string | undefined,
  text: MessageText,
): Promise<number> {
  const checkedTopic = checkTopic(topic)
  const content = checkContent(text.content)
  if (typeof to === 'string') checkStreamName(to)
  const said = await understand(ctx.db, sender, { ...text, content })
  const now = ctx.clock.now()

  const stream = await accessSendTarget(ctx.db, sender, to)
  const draftTo = async (db: Queryable, stream: SendTarget) => {
    const recipient = { kind: 'stream' as const, stream, topic: checkedTopic }
    await checkWildcardMentions(db, sender, now, recipient, said.rendered)
    return draftOf(db, sender, recipient, said)
  }
  const takesLonger = said.rendered.mentionedServiceBotIds.length > 0 || mayLinkUploads(content)
  if (!takesLonger && (!sender.is_bot || stream.has_subscribers)) {
    const draft = await draftTo(ctx.db.query, stream)
    const id = await postToCheckedStream(ctx.db, now, draft, stream)
    if (id !== undefined) return id
    ctx.db.sendTargets.forget(sender, to)
  }
  // Its owner may have to be warned, services to be called, uploads to be linked, or the stream has just changed.
  return ctx.db.transaction(async (tx) => {
    const current = await accessStreamToSend(tx, sender, to)
    return postOnce(tx, now, sender, text.echo, async () => {
      await warnOwner(tx, now, sender, { emptyStream: current })
      return draftTo(tx, current)
    })
  })
}

/**
 * Sends a private message and answers its id. The sender takes part without being named.
 *
 * @throws BadRequestError for unknown or deactivated recipients and bad content
 * Source: protocol notes 3.1.
 */
export async function sendPrivately(
  ctx: Context,
  sender: Requester,
  to: readonly Addressee[],
  text: MessageText,
): Promise<number> {
  const content = checkContent(text.content)
  if (to.length === 0) throw new BadRequestError('Message must have recipients')
  if (to.length > limits.privateRecipients) {
    throw new BadRequestError(`Too many recipients (limit: ${limits.privateRecipients})`)
  }
  const said = await understand(ctx.db, sender, { ...text, content })
  return ctx.db.transaction(async (tx) => {
    const addressed = await accessRecipients(tx, sender, to)
    const members = addressed.some((user) => user.id === sender.id)
      ? addressed
      : [...addressed, sender]
    refusePrivateMessages(sender, members)
    const memberIds = members.map((member) => member.id)
    return postOnce(tx, ctx.clock.now(), sender, text.echo, async () => {
      const key = memberKey(memberIds)
      const group = (await ensureDmGroups(tx, sender.realm_id, [key])).get(key)
      if (!group) throw new Error('A private conversation vanished while it was made.')
      const recipient = { kind: 'private' as const, group, members }
      return draftOf(tx, sender, recipient, said)
    })
  })
}

interface UnderstoodText extends MessageText {
  rendered: RenderedContent
  /** Those who have an alert word that occurs in it. */
  alertedIds: readonly number[]
}

async function understand(
  db: Database,
  sender: Requester,
  text: MessageText,
): Promise<UnderstoodText> {
  const { realm_id: realmId, realm_alert_words_version: version } = sender
  return {
    ...text,
    rendered: await renderContent(db.query, sender, text.content, text.realmUrl),
    alertedIds: await findAlerted(db, realmId, version, text.content),
  }
}

async function draftOf<Recipient extends MessageRecipient>(
  db: Queryable,
  sender: Requester,
  recipient: Recipient,
  message: UnderstoodText,
): Promise<Draft & { recipient: Recipient }> {
  const { content, alertedIds } = message
  const rendered = await withoutAbsentMembers(db, sender.realm_id, message.rendered, recipient)
  return {
    sender,
    recipient,
    content,
    rendered,
    attention: await findAttention(db, sender, recipient, rendered, alertedIds),
    client: message.client,
    ...(message.readBySender === undefined ? {} : { readBySender: message.readBySender }),
    ...(message.echo ? { echo: message.echo } : {}),
  }
}

/** The one stream that a `to` argument names. */
export function singleStreamOf(to: ParsedTo): Addressee {
  if (to.text !== undefined && to.text !== '') return to.text
  const [first, second] = to.list
  if (first === undefined) throw new BadRequestError('Missing stream')
  if (second !== undefined) throw new BadRequestError('Cannot send to multiple streams')
  return first
}

/**
 * A stream that a user may write to, as it is now.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessStreamToSend(
  db: Queryable,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  return checkSendTarget(sender, to, await findSendTarget(db, sender, to))
}

/**
 * A stream that the sender may write to, possibly as it was a while ago: refusals are only for
 * what it is now, and storing the message compares.
 */
async function accessSendTarget(
  { sendTargets }: Database,
  sender: Requester,
  to: Addressee,
): Promise<SendTarget> {
  const known = sendTargets.known(sender, to)
  if (known && refusalOf(sender, to, known) === undefined) return known
  return checkSendTarget(sender, to, await sendTargets.read(sender, to))
}

function checkSendTarget(
  sender: Requester,
  to: Addressee,
  stream: SendTarget | undefined,
): SendTarget {
  if (!stream) throw new StreamDoesNotExistError(to)
  const refusal = refusalOf(sender, to, stream)
  if (refusal) throw refusal
  return stream
}

/**
 * Why a sender may not write to a stream: public ones are open to all members, private ones to
 * subscribers and to bots whose owner is subscribed, announcement-only ones to administrators.
 */
function refusalOf(sender: Requester, to: Addressee, stream: SendTarget): ApiError | undefined {
  const belongs = stream.sender_subscribed || (sender.is_bot && stream.owner_subscribed)
  const isOpen = !stream.invite_only && !isGuest(sender)
  if (!(belongs || isOpen || isAdministrator(sender))) return new StreamDoesNotExistError(to)
  if (stream.is_announcement_only && !isAdministrator(sender) && !sender.is_system_bot) {
    return new BadRequestError('Only organization administrators can send to this stream.')
  }
  if (!belongs && !isOpen) {
    return new BadRequestError(`Not authorized to send to stream '${stream.name}'`)
  }
  return undefined
}

/** @throws BadRequestError naming the first recipient that cannot be written to */
export async function accessRecipients(
  db: Queryable,
  sender: Requester,
  to: readonly Addressee[],
): Promise<UserRow[]> {
  // Nobody has such an address; PostgreSQL takes no NUL, and an answer repeats nothing long.
  const isNobodys = (text: Addressee) =>
    typeof text === 'string' && (text.includes('\0') || text.length > limits.emailCharacters)
  if (to.some(isNobodys)) throw new BadRequestError('Invalid email')
  const users = await listUsersNamed(db, sender.realm_id, {
    ids: to.filter((addressee) => typeof addressee === 'number'),
    emails: to.filter((addressee) => typeof addressee === 'string'),
  })
  const byId = new Map(users.map((user) => [user.id, user]))
  const byEmail = new Map(users.map((user) => [user.email.toLowerCase(), user]))
  const found = new Map<number, UserRow>()
  for (const addressee of to) {
    const user =
      typeof addressee === 'number' ? byId.get(addressee) : byEmail.get(addressee.toLowerCase())
    if (!user) {
      throw new BadRequestError(
        typeof addressee === 'number'
          ? `Invalid user ID ${addressee}`
          : `Invalid email '${addressee}'`,
      )
    }
    if (user.deactivated_at) throw new BadRequestError(`'${user.email}' is no longer using Zulip.`)
    found.set(user.id, user)
  }
  return [...found.values()]
}
