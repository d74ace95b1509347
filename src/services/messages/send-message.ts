import type { AppContext } from '../../context'
import type { Database, Tx } from '../../db/database'
import { ensureDmGroups, memberKey } from '../../db/dm-groups'
import { listUsersNamed } from '../../db/users'
import type { UserRow } from '../../db/schema'
import { findSendTarget } from '../../db/streams'
import type { SendTarget } from '../../db/streams'
import type { ApiError } from '../../wire/api-error'
import type { Requester } from '../authentication'
import { BadRequestError, StreamDoesNotExistError } from '../errors'
import { limits } from '../limits'
import { isAdministrator, isGuest } from '../permissions'
import { checkStreamName } from '../streams/stream-text'
import type { Addressee, ParsedTo } from './addressees'
import { checkContent, checkTopic } from './content'
import { warnOwner } from './owner-warnings'
import { postMessages, postToCheckedStream } from './post'
import type { Draft, MessageRecipient } from './post'
import { renderContent } from './rendering'
import type { RenderedContent } from './rendering'

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
  const rendered = await renderContent(ctx.db.query, sender, content, text.realmUrl)
  const now = ctx.clock.now()
  const draftTo = (stream: SendTarget) =>
    draftOf(sender, { kind: 'stream', stream, topic: checkedTopic }, { ...text, content, rendered })

  const stream = await accessSendTarget(ctx.db, sender, to)
  if (!sender.is_bot || stream.has_subscribers) {
    const id = await postToCheckedStream(ctx.db, now, draftTo(stream), stream)
    if (id !== undefined) return id
    ctx.db.sendTargets.forget(sender, to)
  }
  // Its owner may have to be warned, or the stream has just changed.
  return ctx.db.transaction(async (tx) => {
    const current = checkSendTarget(sender, to, await findSendTarget(tx, sender, to))
    await warnOwner(tx, now, sender, { emptyStream: current })
    const [id] = await postMessages(tx, now, [draftTo(current)])
    return id as number
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
  const rendered = await renderContent(ctx.db.query, sender, content, text.realmUrl)
  return ctx.db.transaction(async (tx) => {
    const addressed = await accessRecipients(tx, sender, to)
    const members = addressed.some((user) => user.id === sender.id)
      ? addressed
      : [...addressed, sender]
    const key = memberKey(members.map((member) => member.id))
    const group = (await ensureDmGroups(tx, sender.realm_id, [key])).get(key)
    if (!group) throw new Error('A private conversation vanished while it was made.')
    const recipient = { kind: 'private' as const, group, members }
    const draft = draftOf(sender, recipient, { ...text, content, rendered })
    const [id] = await postMessages(tx, ctx.clock.now(), [draft])
    return id as number
  })
}

function draftOf<Recipient extends MessageRecipient>(
  sender: Requester,
  recipient: Recipient,
  message: MessageText & { rendered: RenderedContent },
): Draft & { recipient: Recipient } {
  return {
    sender,
    recipient,
    content: message.content,
    rendered: message.rendered,
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
async function accessRecipients(
  tx: Tx,
  sender: Requester,
  to: readonly Addressee[],
): Promise<UserRow[]> {
  const users = await listUsersNamed(tx, sender.realm_id, {
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
