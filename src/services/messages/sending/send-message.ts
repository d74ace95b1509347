import type { AppContext } from '../../../context'
import type { Queryable } from '../../../db/engine/database'
import { ensureDmGroups, memberKey } from '../../../db/messages/dm-groups'
import type { SendTarget } from '../../../db/streams/streams'
import { mayLinkUploads } from '../../../db/uploads/links'
import type { Requester } from '../../authentication'
import { BadRequestError, StreamDoesNotExistError } from '../../errors'
import { refusePrivateMessages } from '../../permissions'
import { checkStreamName, checkContent, checkNewTopic } from '../../texts'
import { widgetTypeOf } from '../../widgets/widget'
import { accessRecipients, accessKnownStreamToSend, accessStreamToSend } from './addressees'
import type { Addressee } from './addressees'
import { findAttention, withoutAbsentMembers, checkWildcardMentions } from './attention'
import type { MessageDraft, MessageRecipient } from './draft'
import { warnOwner } from './owner-warnings'
import { postOnce, postToCheckedStream } from './post'
import { renderContent } from '../rendering/rendering'
import type { RenderedContent } from '../rendering/rendering'

type Context = Pick<AppContext, 'db' | 'clock' | 'memory' | 'renderer' | 'storeMessage'>

/** The part of a message that does not depend on what it is addressed to. */
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
 * Sources: docs/protocol/contract.md#post-messages, docs/protocol/messages.md#send.
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
    if (error instanceof StreamDoesNotExistError && sender.is_bot) {
      const now = ctx.clock.now()
      await ctx.db.transaction((tx) => warnOwner(ctx, tx, now, sender, { missingStream: to }))
    }
    throw error
  }
}

/** Sends a message to a stream without warning anybody. See {@link sendToStream}. */
export async function postToStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  topic: string | undefined,
  text: MessageText,
): Promise<number> {
  const checkedTopic = checkNewTopic(topic)
  const content = checkContent(text.content)
  if (typeof to === 'string') checkStreamName(to)
  const said = await understand(ctx, sender, { ...text, content })
  const now = ctx.clock.now()

  const stream = await accessKnownStreamToSend(ctx, sender, to)
  const draftTo = async (db: Queryable, stream: SendTarget) => {
    const recipient = { kind: 'stream' as const, stream, topic: checkedTopic }
    await checkWildcardMentions(db, sender, now, recipient, said.rendered)
    return draftOf(db, sender, recipient, said)
  }
  const takesLonger =
    said.rendered.mentionedServiceBotIds.length > 0 ||
    mayLinkUploads(content) ||
    widgetTypeOf(content) !== undefined ||
    sender.muter_ids.length > 0
  if (!takesLonger && (!sender.is_bot || stream.has_subscribers)) {
    const draft = await draftTo(ctx.db.query, stream)
    const id = await postToCheckedStream(ctx, now, draft, stream)
    if (id !== undefined) return id
    ctx.memory.sendTargets.forget(sender, to)
  }
  // Its owner may have to be warned, services to be called, uploads to be linked, a widget to be
  // started, the message to be read by somebody; or the stream has just changed.
  return ctx.db.transaction(async (tx) => {
    const current = await accessStreamToSend(tx, sender, to)
    return postOnce(tx, now, sender, text.echo, async () => {
      await warnOwner(ctx, tx, now, sender, { emptyStream: current })
      return draftTo(tx, current)
    })
  })
}

/**
 * Sends a private message and answers its id. The sender takes part without being named.
 *
 * @throws BadRequestError for unknown or deactivated recipients and bad content
 * Source: docs/protocol/messages.md#private-recipients.
 */
export async function sendPrivately(
  ctx: Context,
  sender: Requester,
  to: readonly Addressee[],
  text: MessageText,
): Promise<number> {
  const content = checkContent(text.content)
  if (to.length === 0) throw new BadRequestError('Message must have recipients')
  const said = await understand(ctx, sender, { ...text, content })
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
  /** Users who have an alert word that occurs in it. */
  alertedIds: readonly number[]
}

async function understand(
  { db, memory, renderer }: Context,
  sender: Requester,
  text: MessageText,
): Promise<UnderstoodText> {
  const { realm_id: realmId, realm_alert_words_version: version } = sender
  const { content, realmUrl } = text
  const { linkifiers, alertWords } = memory
  return {
    ...text,
    rendered: await renderContent(db.query, sender, content, { linkifiers, renderer, realmUrl }),
    alertedIds: await alertWords.usersAlertedBy(realmId, version, content),
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
