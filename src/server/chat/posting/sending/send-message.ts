import type { AppContext } from '../../../context'
import { mayLinkUploads } from '../../../data/uploads/links'
import type { Requester } from '../../rules/authentication'
import { StreamDoesNotExistError } from '../../rules/errors'
import { followOwnTopic, followWhereMentioned } from '../mutes/automatic'
import { identityOf } from '../../access/users/user-visibility'
import { widgetTypeOf } from '../widget'
import type { RenderedContent } from '../rendering/rendering'
import { accessKnownStreamToSend } from './addressees'
import type { Addressee } from './addressees'
import { warnOwner } from './owner-warnings'
import { postToCheckedStream } from './post'
import { draftToStream, postPrepared, prepareForStream, prepareForUsers } from './prepared'
import type { MessageText } from './prepared'

type Context = Pick<AppContext, 'db' | 'clock' | 'memory' | 'renderer' | 'storeMessage'>

/**
 * Sends a message to a stream and answers its id. If a bot names a stream that does not exist, warns its
 * owner.
 *
 * A message with an echo is sent once: a repeated call answers the id of the first.
 *
 * @param to the stream's name, or its id
 * @throws StreamDoesNotExistError for a missing stream and for a stream hidden from the sender
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

/** Sends a message to a stream without warning the owner of a bot. See {@link sendToStream}. */
export async function postToStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  topic: string | undefined,
  text: MessageText,
): Promise<number> {
  const message = await prepareForStream(ctx, sender, to, topic, text)
  const { content, rendered } = message.said
  const now = ctx.clock.now()

  const stream = await accessKnownStreamToSend(ctx, sender, to)
  const takesLonger =
    rendered.mentionedServiceBotIds.length > 0 ||
    mayLinkUploads(content) ||
    widgetTypeOf(content) !== undefined ||
    sender.muter_ids.length > 0 ||
    identityOf(sender) !== undefined
  if (!takesLonger && (!sender.is_bot || stream.has_subscribers)) {
    const draft = await draftToStream(ctx.db.query, now, sender, message, stream)
    const id = await postToCheckedStream(ctx, now, draft, stream)
    if (id !== undefined) return followed(ctx, sender, id, rendered)
    ctx.memory.sendTargets.forget(sender, to)
  }
  // The slow path, one transaction: for owner warnings, webhooks, uploads, widgets, muted senders and senders
  // hidden from limited guests, or after a change of the stream.
  const id = await ctx.db.transaction((tx) => postPrepared(ctx, tx, now, sender, message))
  return followed(ctx, sender, id, rendered)
}

/** Makes users follow the topic as their settings say, and answers the id of the message. */
async function followed(
  ctx: Context,
  sender: Requester,
  id: number,
  { mentionedUserIds, mentionedByGroupOnly }: RenderedContent,
): Promise<number> {
  await followOwnTopic(ctx, sender, id, 'sending')
  const ofGroups = new Set(mentionedByGroupOnly)
  const mentionedIds = mentionedUserIds.filter((each) => !ofGroups.has(each))
  await followWhereMentioned(ctx, sender.realm_id, id, mentionedIds)
  return id
}

/**
 * Sends a private message and answers its id. The sender need not be among the addressees.
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
  const message = await prepareForUsers(ctx, sender, to, text)
  return ctx.db.transaction((tx) => postPrepared(ctx, tx, ctx.clock.now(), sender, message))
}
