import type { AppContext } from '../../../context'
import type { DatedQueryable } from '../../../data/engine/database'
import type { DmGroup } from '../../../data/messages/dm-groups'
import type { UserRow } from '../../../data/schema'
import type { MessageStream, SendTarget } from '../../../data/streams/send-targets'
import type { UserWithRealm } from '../../../data/users/users'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { checkNewTopicOf, checkTopicOfStream } from './topic-checks'
import { checkContent, checkNewTopic, checkStreamName } from '../../rules/texts'
import { renderContent } from '../rendering/rendering'
import type { RenderedContent } from '../rendering/rendering'
import { accessRecipients, accessStreamToSend } from './addressees'
import type { Addressee } from './addressees'
import {
  checkWildcardMentions,
  findAttention,
  refuseGroupMentions,
  withoutAbsentMembers,
} from './attention'
import type { Attention } from './attention'
import { checkPrivateMessage } from './private-permission'

/*
 * From a text to a draft, which `store-message.ts` stores. The text is checked and rendered before a
 * transaction begins; the sender's right to write is checked afterwards, by `addressees.ts`.
 */

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** The part of a message that does not depend on its recipients. */
export interface MessageText {
  content: string
  /** Client name of the sending program. */
  client: string
  realmUrl?: string | undefined
  readBySender?: boolean | undefined
  echo?: { queueId: string; localId: string } | undefined
}

interface RenderedText extends MessageText {
  rendered: RenderedContent
  /** Users with an alert word in the message. */
  alertedIds: readonly number[]
}

/** The stream and topic of a message, as its sender names them. */
export interface StreamPlace {
  /** The stream's name, or its id. */
  to: Addressee
  topic: string | undefined
}

export interface MessageToStream {
  kind: 'stream'
  to: Addressee
  topic: string
  text: RenderedText
}

export interface MessageToUsers {
  kind: 'private'
  /** The other members; the sender need not be named. */
  to: readonly Addressee[]
  text: RenderedText
}

/** The stream and topic, or the users, that a message is addressed to. */
export type MessageRecipient =
  | { kind: 'stream'; stream: MessageStream; topic: string }
  | { kind: 'private'; group: DmGroup; members: readonly UserRow[] }

/** A message, checked, rendered and ready to be stored. */
export interface MessageDraft {
  sender: UserWithRealm
  recipient: MessageRecipient
  content: string
  rendered: RenderedContent
  attention: Attention
  sentAt: Date
  /** Client name of the sending program. */
  client: string
  /** Whether it is read for the sender; default: true for interactive clients. */
  readBySender?: boolean
  /** The user whose action a system bot reports; the message is read for them. */
  actorId?: number | undefined
  /** If set, the message is unread only for these users and read for everybody else. */
  unreadOnlyBy?: readonly number[] | undefined
  /**
   * Queue and local id of the sending client; the queue's event repeats the local id. A message is stored
   * only once under its local id.
   */
  echo?: { queueId: string; localId: string }
}

/** @throws BadRequestError for a bad topic, name or content */
export async function composeForStream(
  ctx: Context,
  sender: Requester,
  { to, topic }: StreamPlace,
  text: MessageText,
): Promise<MessageToStream> {
  const checkedTopic = checkNewTopic(topic)
  const content = checkContent(text.content)
  if (typeof to === 'string') checkStreamName(to)
  const rendered = await renderAndCheck(ctx, sender, { ...text, content })
  return { kind: 'stream', to, topic: checkedTopic, text: rendered }
}

/** @throws BadRequestError for an empty list of users, and for bad content */
export async function composeForUsers(
  ctx: Context,
  sender: Requester,
  to: readonly Addressee[],
  text: MessageText,
): Promise<MessageToUsers> {
  const content = checkContent(text.content)
  if (to.length === 0) throw new BadRequestError('Message must have recipients')
  return { kind: 'private', to, text: await renderAndCheck(ctx, sender, { ...text, content }) }
}

/**
 * The destination of a message, after checking that the sender may write there and may send this content.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessPlace(
  db: DatedQueryable,
  sender: Requester,
  message: MessageToStream | MessageToUsers,
): Promise<{ stream: SendTarget; topic: string } | { members: readonly UserRow[] }> {
  if (message.kind === 'private') {
    return { members: await accessMembers(db, sender, message.to) }
  }
  const stream = await accessStreamToSend(db, sender, message.to)
  const place = { stream, topic: message.topic }
  await checkPlaceInStream(db, sender, place, message.text)
  return place
}

/**
 * Checks that the stream takes the topic from the sender, who may begin it and may use the wildcard mentions of the text.
 * @throws BadRequestError
 */
async function checkPlaceInStream(
  db: DatedQueryable,
  sender: Requester,
  place: { stream: SendTarget; topic: string },
  { rendered }: RenderedText,
): Promise<void> {
  checkTopicOfStream(sender, place.stream, place.topic)
  await checkNewTopicOf(db, sender, place.stream, place.topic)
  await checkWildcardMentions(db, sender, place, rendered)
}

/** @throws as {@link checkPlaceInStream} */
export async function draftToStream(
  db: DatedQueryable,
  sender: Requester,
  { topic, text }: MessageToStream,
  stream: SendTarget,
) {
  const recipient = { kind: 'stream' as const, stream, topic }
  await checkPlaceInStream(db, sender, recipient, text)
  return draftOf(db, sender, recipient, text)
}

/** All members of a private conversation. @throws BadRequestError */
export async function accessMembers(
  db: DatedQueryable,
  sender: Requester,
  to: readonly Addressee[],
): Promise<readonly UserRow[]> {
  const addressed = await accessRecipients(db, sender, to)
  const members = addressed.some((user) => user.id === sender.id)
    ? addressed
    : [...addressed, sender]
  await checkPrivateMessage(db, sender, members)
  return members
}

async function renderAndCheck(
  { db, caches, renderer }: Context,
  sender: Requester,
  text: MessageText,
): Promise<RenderedText> {
  const { content, realmUrl } = text
  const { linkifiers, alertWords } = caches
  const rendering = { linkifiers, renderer, realmUrl }
  const rendered = await renderContent(db.dated(), sender, content, rendering)
  refuseGroupMentions(rendered)
  return {
    rendered,
    alertedIds: await alertWords.usersAlertedBy(sender, content, renderer),
    ...text,
  }
}

export async function draftOf<Recipient extends MessageRecipient>(
  db: DatedQueryable,
  sender: Requester,
  recipient: Recipient,
  message: RenderedText,
): Promise<MessageDraft & { recipient: Recipient }> {
  const { content, alertedIds } = message
  const rendered = await withoutAbsentMembers(db, sender.realm_id, message.rendered, recipient)
  return {
    sender,
    recipient,
    content,
    rendered,
    attention: await findAttention(db, sender, recipient, { rendered, alertedIds }),
    sentAt: db.now,
    client: message.client,
    ...(message.readBySender === undefined ? {} : { readBySender: message.readBySender }),
    ...(message.echo ? { echo: message.echo } : {}),
  }
}

/** Client name of messages that the server itself sends. */
export const internalClient = 'Internal'

/**
 * Whether the message is read for its sender.
 * Source: docs/protocol/messages.md#read-by-sender.
 */
export function isReadBySender({ readBySender, client }: MessageDraft): boolean {
  return readBySender ?? isInteractiveClient(client)
}

/** Clients for humans: messages sent with them count as read by the sender. */
const interactiveClients = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipflutter',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
])

/** Whether a client is made for humans. Source: docs/protocol/requests.md#human-clients. */
export function isInteractiveClient(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return interactiveClients.has(lowerCase) || lowerCase.includes('desktop app')
}
