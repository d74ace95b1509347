import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { ensureDmGroups, mapDmGroups, memberKey } from '../../../data/messages/dm-groups'
import type { TopicVisibility, UserRow } from '../../../data/schema'
import { mayLinkUploads } from '../../../data/uploads/links'
import { publish } from '../../../events/publish'
import { identityOf, limitsGuests } from '../../rules/realms/settings'
import { conversationIntroductionEvents } from '../../notify/users/guest-visibility'
import type { Requester } from '../../rules/authentication'
import { StreamDoesNotExistError } from '../../rules/errors'
import { isGuest } from '../../../../shared/rules/roles'
import { followOwnTopic, followWhereMentioned } from '../mutes/automatic'
import { beginsTopics, takesTopic } from './topic-checks'
import { widgetTypeOf } from '../../rules/texts'
import type { RenderedContent } from '../rendering/rendering'
import { accessHeldStreamToSend, accessKnownStreamToSend, byIdOrName } from './addressees'
import type { Addressee } from './addressees'
import {
  accessMembers,
  composeForStream,
  composeForUsers,
  draftOf,
  draftToStream,
} from './compose-message'
import type { MessageText, MessageToStream, MessageToUsers, StreamPlace } from './compose-message'
import { warnOwner } from './owner-warnings'
import { checkInitiation } from './private-permission'
import { storeFast, storeOnceInTransaction } from './store-message'

/*
 * Sending, from the endpoint to the answered id. `docs/sending.md` names the steps with their files.
 */

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer' | 'storeMessage'>

/**
 * Sends a message to a stream. If a bot names a stream that does not exist, warns its
 * owner.
 *
 * A message with an echo is sent once: a repeated call answers the id of the first.
 *
 * @throws StreamDoesNotExistError for a missing stream and for a stream hidden from the sender
 * @throws BadRequestError for a bad topic or content, or when the sender may not write there
 * Sources: docs/protocol/contract.md#post-messages, docs/protocol/messages.md#send.
 */
export async function sendToStream(
  ctx: Context,
  sender: Requester,
  place: StreamPlace,
  text: MessageText,
): Promise<SentToStream> {
  try {
    return await byIdOrName(place.to, (to) => postToStream(ctx, sender, { ...place, to }, text))
  } catch (error) {
    if (error instanceof StreamDoesNotExistError && sender.is_bot) {
      await ctx.db.transaction((tx) => warnOwner(ctx, tx, sender, { missingStream: place.to }))
    }
    throw error
  }
}

/** A message of a stream, and the visibility of the topic if sending has changed that for the sender. */
export interface SentToStream {
  id: number
  newVisibility: TopicVisibility | undefined
}

/** Sends a message to a stream without warning the owner of a bot. See {@link sendToStream}. */
export async function postToStream(
  ctx: Context,
  sender: Requester,
  place: StreamPlace,
  text: MessageText,
): Promise<SentToStream> {
  const message = await composeForStream(ctx, sender, place, text)
  const id =
    (await sendFast(ctx, sender, message)) ??
    (await ctx.db.transaction((tx) => sendInTransaction(ctx, tx, sender, message)))
  return followed(ctx, sender, id, message.text.rendered)
}

/**
 * Pauses before the attempts at the fast way: the stream may have changed since it was read, or somebody may be joining or
 * leaving. The worker waits for the latter here, since the general way would wait on a connection.
 */
const pausesMs = [0, 0, 10, 20, 40, 80, 160]

/** Answers undefined, having stored nothing, for a message that must go the general way. */
async function sendFast(
  ctx: Context,
  sender: Requester,
  message: MessageToStream,
): Promise<number | undefined> {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await delay(pauseMs)
    const db = ctx.db.dated()
    const stream = await accessKnownStreamToSend(ctx, db, sender, message.to)
    // A refusal must not rest on a stream from the cache.
    const isTaken = takesTopic(sender, stream, message.topic) && beginsTopics(db, sender, stream)
    if (!isTaken || !mayGoFast(sender, stream, message.text)) return undefined
    const draft = await draftToStream(db, sender, message, stream)
    const id = await storeFast(ctx, draft, stream)
    if (id !== undefined) return id
    ctx.caches.sendTargets.forget(sender, message.to)
  }
  return undefined
}

/**
 * Whether a message may be stored by {@link storeFast}. The others need the transaction: for calls of webhooks,
 * previews of pages, links to uploads, widgets, rows of read state for muters, copies of the event for limited guests, and warnings
 * to the owner of a bot.
 */
function mayGoFast(
  sender: Requester,
  stream: { has_subscribers: boolean },
  { content, rendered }: { content: string; rendered: RenderedContent },
): boolean {
  return (
    rendered.mentionedServiceBotIds.length === 0 &&
    rendered.pageLinks.length === 0 &&
    !mayLinkUploads(content) &&
    widgetTypeOf(content) === undefined &&
    sender.muter_ids.length === 0 &&
    identityOf(sender) === undefined &&
    (!sender.is_bot || stream.has_subscribers)
  )
}

/** Makes users follow the topic as their settings say. */
export async function followed(
  ctx: Context,
  sender: Requester,
  id: number,
  { mentionedUserIds, mentionedByGroupOnly }: RenderedContent,
): Promise<SentToStream> {
  const newVisibility = await followOwnTopic(ctx, sender, id, 'sending')
  const ofGroups = new Set(mentionedByGroupOnly)
  const mentionedIds = mentionedUserIds.filter((each) => !ofGroups.has(each))
  await followWhereMentioned(ctx, sender.realm_id, id, mentionedIds)
  return { id, newVisibility }
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
  const message = await composeForUsers(ctx, sender, to, text)
  return ctx.db.transaction((tx) => sendInTransaction(ctx, tx, sender, message))
}

/**
 * The general way: checks the right to write, stores and publishes a message, and answers its id. A message with an
 * echo is stored only once.
 * @throws StreamDoesNotExistError, BadRequestError if the sender may not write there
 */
export async function sendInTransaction(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  sender: Requester,
  message: MessageToStream | MessageToUsers,
): Promise<number> {
  const { text } = message
  if (message.kind === 'stream') {
    const current = await accessHeldStreamToSend(tx, sender, message.to)
    return storeOnceInTransaction(tx, sender, text.echo, async () => {
      await warnOwner(ctx, tx, sender, { emptyStream: current })
      return draftToStream(tx, sender, message, current)
    })
  }
  const members = await accessMembers(tx, sender, message.to)
  return storeOnceInTransaction(tx, sender, text.echo, async () => {
    const key = memberKey(members.map((member) => member.id))
    await introduce(tx, sender, members, key)
    const group = (await ensureDmGroups(tx, sender.realm_id, [key])).get(key)
    if (!group) throw new Error('A private conversation vanished while it was made.')
    await checkInitiation(tx, sender, members, group)
    return draftOf(tx, sender, { kind: 'private' as const, group, members }, text)
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
  const realmId = sender.realm_id
  await publish(tx, realmId, await conversationIntroductionEvents(tx, realmId, members))
}
