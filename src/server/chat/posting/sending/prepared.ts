import type { AppContext } from '../../../context'
import type { Queryable, Tx } from '../../../data/engine/database'
import { ensureDmGroups, mapDmGroups, memberKey } from '../../../data/messages/dm-groups'
import type { UserRow } from '../../../data/schema'
import { publish } from '../../../events/publish'
import type { SendTarget } from '../../../data/streams/send-targets'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { isGuest } from '../../rules/permissions'
import { checkContent, checkNewTopic, checkStreamName } from '../../rules/texts'
import { conversationIntroductionEvents } from '../../notify/users/guest-visibility'
import { limitsGuests } from '../../access/users/user-visibility'
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
import type { MessageDraft, MessageRecipient } from './draft'
import { warnOwner } from './owner-warnings'
import { postOnce } from './post'
import { checkInitiation, checkPrivateMessage } from './private-permission'

/*
 * Preparation of messages: the texts are checked and rendered before the transaction begins; the sender's
 * right to write is checked in the transaction.
 */

type Context = Pick<AppContext, 'db' | 'memory' | 'renderer'>

/** The part of a message that does not depend on its recipients. */
export interface MessageText {
  content: string
  /** Client name of the sending program. */
  client: string
  realmUrl?: string | undefined
  readBySender?: boolean | undefined
  echo?: { queueId: string; localId: string } | undefined
}

interface UnderstoodText extends MessageText {
  rendered: RenderedContent
  /** Users with an alert word in the message. */
  alertedIds: readonly number[]
}

export interface MessageToStream {
  kind: 'stream'
  to: Addressee
  topic: string
  said: UnderstoodText
}

export interface MessageToUsers {
  kind: 'private'
  /** The other members; the sender need not be named. */
  to: readonly Addressee[]
  said: UnderstoodText
}

/** @throws BadRequestError for a bad topic, name or content */
export async function prepareForStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  topic: string | undefined,
  text: MessageText,
): Promise<MessageToStream> {
  const checkedTopic = checkNewTopic(topic)
  const content = checkContent(text.content)
  if (typeof to === 'string') checkStreamName(to)
  const said = await understand(ctx, sender, { ...text, content })
  return { kind: 'stream', to, topic: checkedTopic, said }
}

/** @throws BadRequestError for an empty list of users, and for bad content */
export async function prepareForUsers(
  ctx: Context,
  sender: Requester,
  to: readonly Addressee[],
  text: MessageText,
): Promise<MessageToUsers> {
  const content = checkContent(text.content)
  if (to.length === 0) throw new BadRequestError('Message must have recipients')
  return { kind: 'private', to, said: await understand(ctx, sender, { ...text, content }) }
}

/**
 * The destination of a message, after checking that the sender may write there and may send this content.
 * @throws StreamDoesNotExistError, BadRequestError
 */
export async function accessPlace(
  db: Queryable,
  now: Date,
  sender: Requester,
  message: MessageToStream | MessageToUsers,
): Promise<{ stream: SendTarget; topic: string } | { members: readonly UserRow[] }> {
  if (message.kind === 'private') {
    return { members: await accessMembers(db, now, sender, message.to) }
  }
  const stream = await accessStreamToSend(db, sender, message.to)
  const place = { stream, topic: message.topic }
  await checkWildcardMentions(db, sender, now, place, message.said.rendered)
  return place
}

/**
 * Stores and publishes a message, and answers its id. A message with an echo is stored only once.
 * @throws StreamDoesNotExistError, BadRequestError if the sender may not write there
 */
export async function postPrepared(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  sender: Requester,
  message: MessageToStream | MessageToUsers,
): Promise<number> {
  const { said } = message
  if (message.kind === 'stream') {
    const current = await accessStreamToSend(tx, sender, message.to)
    return postOnce(tx, now, sender, said.echo, async () => {
      await warnOwner(ctx, tx, now, sender, { emptyStream: current })
      return draftToStream(tx, now, sender, message, current)
    })
  }
  const members = await accessMembers(tx, now, sender, message.to)
  return postOnce(tx, now, sender, said.echo, async () => {
    const key = memberKey(members.map((member) => member.id))
    await introduce(tx, sender, members, key)
    const group = (await ensureDmGroups(tx, sender.realm_id, [key])).get(key)
    if (!group) throw new Error('A private conversation vanished while it was made.')
    await checkInitiation(tx, sender, members, group, now)
    return draftOf(tx, sender, { kind: 'private' as const, group, members }, said)
  })
}

/** Publishes the members of a new conversation to limited guests in it, who may not have known them. */
async function introduce(
  tx: Tx,
  sender: Requester,
  members: readonly UserRow[],
  key: string,
): Promise<void> {
  if (!limitsGuests(sender) || !members.some(isGuest)) return
  if ((await mapDmGroups(tx, sender.realm_id, [key])).has(key)) return
  await publish(tx, sender.realm_id, conversationIntroductionEvents(members))
}

/** @throws BadRequestError if the sender may not use a wildcard mention */
export async function draftToStream(
  db: Queryable,
  now: Date,
  sender: Requester,
  { topic, said }: MessageToStream,
  stream: SendTarget,
) {
  const recipient = { kind: 'stream' as const, stream, topic }
  await checkWildcardMentions(db, sender, now, recipient, said.rendered)
  return draftOf(db, sender, recipient, said)
}

/** All members of a private conversation. @throws BadRequestError */
async function accessMembers(
  db: Queryable,
  now: Date,
  sender: Requester,
  to: readonly Addressee[],
): Promise<readonly UserRow[]> {
  const addressed = await accessRecipients(db, sender, to)
  const members = addressed.some((user) => user.id === sender.id)
    ? addressed
    : [...addressed, sender]
  await checkPrivateMessage(db, sender, members, now)
  return members
}

async function understand(
  { db, memory, renderer }: Context,
  sender: Requester,
  text: MessageText,
): Promise<UnderstoodText> {
  const { realm_id: realmId, realm_alert_words_version: version } = sender
  const { content, realmUrl } = text
  const { linkifiers, alertWords } = memory
  const rendering = { linkifiers, renderer, realmUrl }
  const rendered = await renderContent(db.query, sender, content, rendering)
  refuseGroupMentions(rendered)
  return {
    rendered,
    alertedIds: await alertWords.usersAlertedBy(realmId, version, content),
    ...text,
  }
}

async function draftOf<Recipient extends MessageRecipient>(
  db: Queryable,
  sender: Requester,
  recipient: Recipient,
  message: UnderstoodText,
): Promise<MessageDraft & { recipient: Recipient }> {
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
