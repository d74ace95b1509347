import type { Tx } from '../../data/engine/database'
import { claimKeys } from '../../data/import/keys'
import { changeMessages, lockMessage } from '../../data/messages/edits'
import { deleteReaction, insertReaction } from '../../data/messages/reactions'
import { recheckPushesAbout } from '../../data/notifications/push-messages'
import { findStreamOfMessage } from '../../data/streams/streams'
import type { StreamRow } from '../../data/schema'
import { findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import { reactionChanged } from '../../wire/message-events'
import { deleteFromTopic } from '../../chat/actions/messages/delete-messages'
import { storeAttention, storedContent } from '../../chat/actions/messages/editing/content'
import { publishUpdate } from '../../chat/actions/messages/editing/publish-update'
import { publishToReaders } from '../../chat/access/messages/message-visibility'
import { findEmoji } from '../../chat/access/realm-emoji/find-emoji'
import { realmUrl } from '../../chat/notify/mail/enqueue'
import { watchMentions } from '../../chat/notify/messages/new-mentions'
import { renderContent } from '../../chat/posting/rendering/rendering'
import type { RenderedContent } from '../../chat/posting/rendering/rendering'
import { findAttention } from '../../chat/posting/sending/attention'
import { queueLinkPreviews } from '../../chat/posting/sending/link-preview-queue'
import { linkUploadsOf } from '../../chat/posting/sending/link-uploads'
import { storeInTransaction } from '../../chat/posting/sending/store-message'
import { topicForNotice } from '../../chat/posting/sending/topic-checks'
import { keyOf } from '../import/job/job'
import type { ParleySide } from './bridge'

/*
 * Changes that people made on the other side, made here in their names. The other server has checked their rights, so that
 * policies and time limits of this one do not apply; readers are told as of any other change.
 */

/** Client name of messages that came over a bridge. */
export const bridgeClient = 'Bridge'

/** A text that is rendered for its sender. */
export interface ReadyText {
  sender: UserWithRealm
  content: string
  rendered: RenderedContent
  alertedIds: readonly number[]
}

/** Another process has stored the message: an import, or the bridge before. */
export class AlreadyHereError extends Error {
  override name = 'AlreadyHereError'
}

/** Renders a text for its sender, outside of transactions. */
export async function prepareText(
  { ctx, realm }: ParleySide,
  senderId: number,
  content: string,
): Promise<ReadyText> {
  const { config, db, caches, renderer } = ctx
  const sender = await findUserById(db.query, realm.id, senderId)
  if (!sender) throw new Error('A person of a bridge has no account.')
  const rendered = await renderContent(db.dated(), sender, content, {
    linkifiers: caches.linkifiers,
    renderer,
    realmUrl: realmUrl(config, realm.string_id),
  })
  const alertedIds = await caches.alertWords.usersAlertedBy(sender, content, renderer)
  return { sender, content, rendered, alertedIds }
}

/**
 * Stores and publishes a message, and remembers its key.
 * @throws AlreadyHereError if the key is known; the transaction must be rolled back
 */
export async function sendBridged(
  { scope }: ParleySide,
  tx: Tx,
  key: string,
  { sender, content, rendered, alertedIds }: ReadyText,
  place: { stream: StreamRow; topic: string },
): Promise<number> {
  const { stream } = place
  const topic = topicForNotice(stream, place.topic)
  const recipient = { kind: 'stream', stream, topic } as const
  const attention = await findAttention(tx, sender, recipient, { rendered, alertedIds })
  const [id = 0] = await storeInTransaction(tx, [
    {
      ...{ sender, recipient, content, rendered, attention },
      ...{ sentAt: tx.now, client: bridgeClient, readBySender: true },
    },
  ])
  // Without a position: the message is live, and notifies.
  const claimed = await claimKeys(tx, scope, 'message', [{ key: keyOf(key), id }])
  if (claimed.size === 0) throw new AlreadyHereError()
  return id
}

/** Replaces the text of a message, and tells its readers. A message that was deleted here stays deleted. */
export async function rewriteBridged(
  { ctx, realm }: ParleySide,
  tx: Tx,
  messageId: number,
  { sender, content, rendered, alertedIds }: ReadyText,
): Promise<void> {
  const message = await lockMessage(tx, realm.id, messageId)
  if (!message || message.stream_id === null || message.content === content) return
  const stream = await findStreamOfMessage(tx, realm.id, message.stream_id)
  if (!stream) return
  const noteNewMentions = await watchMentions(ctx, tx, message, rendered)
  await changeMessages(tx, realm.id, {
    ...{ messageIds: [messageId], editorId: sender.id, at: tx.now },
    content: storedContent(messageId, { content, rendered }),
  })
  await recheckPushesAbout(tx, realm.id, [messageId])
  await storeAttention(tx, message, { rendered, alertedIds }, { stream, topic: message.topic })
  await noteNewMentions()
  await linkUploadsOf(tx, sender, { id: messageId, content }, message.content)
  await queueLinkPreviews(tx, realm.id, [{ id: messageId, rendered }])
  const edited = { stream, move: undefined, content: { content, rendered }, at: tx.now }
  await publishUpdate(ctx, tx, sender, message, edited)
}

/** Deletes a message, and tells its readers. */
export async function deleteBridged(
  { realm }: ParleySide,
  tx: Tx,
  messageId: number,
): Promise<void> {
  const message = await lockMessage(tx, realm.id, messageId)
  if (!message || message.stream_id === null) return
  const stream = await findStreamOfMessage(tx, realm.id, message.stream_id)
  if (!stream) return
  await deleteFromTopic(tx, undefined, { stream, topic: message.topic }, [messageId])
}

/** Adds or removes a reaction of a person, and tells the readers. An emoji that nothing here is called is left out. */
export async function reactBridged(
  { realm }: ParleySide,
  tx: Tx,
  messageId: number,
  { userId, emoji, isThere }: { userId: number; emoji: string; isThere: boolean },
): Promise<void> {
  const message = await lockMessage(tx, realm.id, messageId)
  const reactor = await findUserById(tx, realm.id, userId)
  const found = await findEmoji(tx, realm.id, { emoji_name: emoji })
  if (!message || !reactor || !found) return
  const key = { realmId: realm.id, messageId, userId }
  const changed = isThere
    ? await insertReaction(tx, key, found)
    : await deleteReaction(tx, key, found, { official: found, named: [] })
  if (!changed) return
  const event = reactionChanged(isThere ? 'add' : 'remove', messageId, changed, reactor)
  await publishToReaders(tx, reactor, message, event)
}
