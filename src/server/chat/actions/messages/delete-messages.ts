import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { deleteMessages, lockNewestOfTopic } from '../../../data/messages/deletion'
import { recheckPushesAbout } from '../../../data/notifications/push-messages'
import { listParticipantIds } from '../../../data/messages/dm-groups'
import { dropReadStateOfEmptyTopic } from '../../../data/read-state/move'
import type { StreamRow, UserRow } from '../../../data/schema'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { lockStreams } from '../../../data/streams/update-streams'
import { publish } from '../../../events/publish'
import type { Requester } from '../../rules/authentication'
import { InvalidStreamIdError } from '../../rules/errors'
import { accessStreamById, mayReadStream } from '../../access/streams/access-stream'
import { accessMessage, lockForEdit } from '../../access/messages/access-message'
import { checkTopic } from '../../rules/texts'
import { checkDelete, checkDeleteAny } from '../../access/messages/policy'
import { deletionEvents } from '../../notify/messages/deletion-events'
import type { Loss } from '../../notify/messages/deletion-events'
import { whoSees, whoSeesMessage } from '../../access/messages/message-visibility'
import type { Sight } from '../../access/messages/message-visibility'

type Context = Pick<AppContext, 'db'>

/**
 * Deletes a message and notifies the users who could read it.
 * @throws InvalidMessageError, the same for missing and hidden messages
 * @throws DeleteNotAllowedError, DeleteTimeLimitError
 * Source: docs/protocol/messages.md#delete-message.
 */
export async function deleteMessage(
  ctx: Context,
  requester: Requester,
  messageId: number,
): Promise<void> {
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const message = await lockForEdit(tx, await accessMessage(tx, requester, messageId))
    const { stream_id: streamId, topic } = message
    const stream = streamId === null ? undefined : await findStreamOfMessage(tx, realmId, streamId)
    checkDelete(tx, requester, message, stream)

    const sights = await whoSeesMessage(tx, requester, message, stream)
    const place = stream ? { stream, topic } : ('private' as const)
    const publications = await deletionEvents(tx, realmId, place, lossesOf(sights))
    await recheckPushesAbout(tx, realmId, [messageId])
    await deleteMessages(tx, realmId, [messageId])
    if (stream) await dropReadStateOfEmptyTopic(tx, realmId, { streamId: stream.id, topic })
    await publish(tx, realmId, publications)
  })
}

/** Max messages in one transaction, which blocks other writers. */
const messagesPerTransaction = 500
/** Max transactions of one call, which limits the time of the answer. */
const transactionsPerCall = 20

/**
 * Deletes the messages of a topic that the requester may read; needs the permission to delete any message.
 * Answers whether the topic is now empty: a large topic takes several calls, newest messages first.
 *
 * @throws DeleteNotAllowedError, InvalidStreamIdError
 * @throws BadRequestError for an invalid topic
 * Source: docs/protocol/messages.md#delete-topic.
 */
export async function deleteTopic(
  ctx: Context,
  requester: Requester,
  streamId: number,
  topicName: string,
): Promise<boolean> {
  const topic = checkTopic(topicName)
  const db = ctx.db.dated()
  const { subscription, stream } = await accessStreamById(db, requester, streamId)
  if (!mayReadStream(db, requester, { stream, subscription })) throw new InvalidStreamIdError()
  checkDeleteAny(db, requester, stream)
  for (let count = 0; count < transactionsPerCall; count += 1) {
    const deleted = await ctx.db.transaction((tx) =>
      deleteNewest(tx, requester, { streamId, topic }),
    )
    if (deleted < messagesPerTransaction) return true
  }
  return false
}

async function deleteNewest(
  tx: Tx,
  requester: Requester,
  key: { streamId: number; topic: string },
): Promise<number> {
  const { realm_id: realmId } = requester
  // Moving messages of the stream takes this lock too.
  const [stream] = await lockStreams(tx, realmId, [key.streamId])
  if (!stream) throw new InvalidStreamIdError()
  const newest = await lockNewestOfTopic(tx, requester, key, messagesPerTransaction)
  const [first] = newest
  if (!first) return 0

  const ids = newest.map((message) => message.id)
  await deleteFromTopic(tx, requester, { stream, topic: first.topic }, ids)
  return newest.length
}

/**
 * Deletes locked messages of a topic and notifies the users who could read them.
 * @param actor undefined when retention deletes them
 */
export async function deleteFromTopic(
  tx: Tx,
  actor: Pick<UserRow, 'id'> | undefined,
  place: { stream: StreamRow; topic: string },
  ids: readonly number[],
): Promise<void> {
  const { stream, topic } = place
  const { realm_id: realmId, id: streamId } = stream
  const sights = await whoSees(tx, actor, ids, { from: stream, to: stream })
  const publications = await deletionEvents(tx, realmId, place, lossesOf(sights))
  await recheckPushesAbout(tx, realmId, ids)
  await deleteMessages(tx, realmId, ids)
  await dropReadStateOfEmptyTopic(tx, realmId, { streamId, topic })
  await publish(tx, realmId, publications)
}

/** Deletes locked messages of a private conversation and notifies its members. */
export async function deleteFromConversation(
  tx: Tx,
  realmId: number,
  dmGroupId: number,
  ids: readonly number[],
): Promise<void> {
  const userIds = await listParticipantIds(tx, realmId, dmGroupId)
  const losses = [{ audience: { userIds }, messageIds: ids }]
  const publications = await deletionEvents(tx, realmId, 'private', losses)
  await recheckPushesAbout(tx, realmId, ids)
  await deleteMessages(tx, realmId, ids)
  await publish(tx, realmId, publications)
}

function lossesOf(sights: readonly Sight[]): Loss[] {
  return sights.map(({ audience, before }) => ({ audience, messageIds: before }))
}
