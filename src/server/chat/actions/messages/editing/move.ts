import type { Tx } from '../../../../data/engine/database'
import { lockTopicMessages } from '../../../../data/messages/edits'
import type { TopicKey } from '../../../../data/messages/edits'
import { lockForMove } from '../../../../data/read-state/horizon'
import type { MessageRow, StreamRow } from '../../../../data/schema'
import { findStreamOfMessage } from '../../../../data/streams/streams'
import { lockStreams } from '../../../../data/streams/update-streams'
import type { PropagateMode } from '../../../../../shared/message-events'
import type { Requester } from '../../../rules/authentication'
import { BadRequestError, InvalidMessageError, InvalidStreamIdError } from '../../../rules/errors'
import { accessMessage, lockForEdit } from '../../../access/messages/access-message'
import { EmptyTopicResolutionError } from '../../../rules/messages/errors'
import { checkNewTopicOf, checkTopicOfStream } from '../../../posting/sending/topic-checks'
import { checkNewTopic } from '../../../rules/texts'
import {
  resolvedMark,
  withWholeName,
  withoutResolvedMark,
} from '../../../../../shared/rules/topics'
import { meantTopic } from '../../../../../shared/rules/empty-topics'
import { accessStreamToSend } from '../../../posting/sending/addressees'
import type { StreamChange } from '../../../access/messages/message-visibility'
import { checkMove, checkMovedAlong, kindOfMove } from '../../../access/messages/policy'

/** The part of an edit that moves messages. */
export interface MoveInput {
  topic?: string | undefined
  streamId?: number | undefined
  propagateMode: PropagateMode
}

/** A message to edit, with its present stream and its target stream. */
export interface EditPlace {
  message: MessageRow
  /** Stream of the message; undefined for private ones. */
  stream: StreamRow | undefined
  /** Stream that the message moves to; undefined if it stays in its stream. */
  target: StreamRow | undefined
}

/** A move of locked messages. */
export interface MessageMove {
  streams: StreamChange
  /** The new topic; undefined if unchanged. */
  topic: string | undefined
  propagateMode: PropagateMode
  from: TopicKey
  to: TopicKey
  /** Ids of the messages that move, ascending. */
  messageIds: readonly number[]
}

/**
 * Finds a message that the requester may read. For a move, locks the streams, so that no message leaves its
 * topic meanwhile.
 *
 * @throws InvalidMessageError, or InvalidStreamIdError for an archived stream
 * @throws StreamDoesNotExistError, BadRequestError for a stream that the requester may not write to
 */
export async function accessForEdit(
  tx: Tx,
  requester: Requester,
  messageId: number,
  { topic, streamId }: Pick<MoveInput, 'topic' | 'streamId'>,
): Promise<EditPlace> {
  const { realm_id: realmId } = requester
  const found = await accessMessage(tx, requester, messageId)
  const { stream_id: sourceId } = found
  if (sourceId === null) {
    refuseMovesOfPrivate(topic, streamId)
    return { message: found, stream: undefined, target: undefined }
  }
  if (topic === undefined && streamId === undefined) {
    const stream = await findStreamOfMessage(tx, realmId, sourceId)
    return { message: found, stream, target: undefined }
  }
  await lockForMove(tx, realmId)
  const streams = await lockStreams(tx, realmId, [sourceId, streamId ?? sourceId])
  const byId = new Map(streams.map((stream) => [stream.id, stream]))
  const [stream, target] = [byId.get(sourceId), byId.get(streamId ?? sourceId)]
  if (!stream) throw new InvalidStreamIdError()
  if (streamId !== undefined && streamId !== sourceId) {
    await accessStreamToSend(tx, requester, streamId)
  }
  const message = await accessMessage(tx, requester, messageId)
  if (message.stream_id !== sourceId) throw new InvalidMessageError()
  return { message, stream, target: target === stream ? undefined : target }
}

/** Refuses to move private messages; some clients send their empty topic. */
function refuseMovesOfPrivate(topic: string | undefined, streamId: number | undefined): void {
  if (topic !== undefined && topic.trim() !== '') {
    throw new BadRequestError('Direct messages cannot have topics.')
  }
  if (streamId !== undefined) {
    throw new BadRequestError('Direct messages cannot be moved to streams.')
  }
}

/**
 * Checks a move and locks its messages; undefined if nothing would move.
 *
 * @throws ApiError of rules/messages/errors.ts for moves that the requester may not make
 */
export async function prepareMove(
  tx: Tx,
  requester: Requester,
  { message, stream, target }: EditPlace,
  wanted: MoveInput,
): Promise<MessageMove | undefined> {
  if (!stream || (wanted.topic === undefined && !target)) return undefined
  const topic =
    wanted.topic === undefined
      ? message.topic
      : withWholeName(message.topic, checkNewTopic(wanted.topic))
  if (topic === message.topic && !target) return undefined
  if (message.topic === '') refuseResolution(topic)
  checkTopicOfStream(requester, target ?? stream, topic)

  const kind = kindOfMove(message.topic, topic, target !== undefined)
  checkMove(tx, requester, { message, stream }, kind)
  // A topic that is marked as resolved, or no longer, is not a new one.
  if (kind !== 'resolving') {
    await checkNewTopicOf(tx, requester, target ?? stream, topic)
  }
  const moved = await lockMoved(tx, requester, message, wanted.propagateMode)
  checkMovedAlong(tx, requester, moved, kind)

  return {
    streams: { from: stream, to: target ?? stream },
    topic: topic === message.topic ? undefined : topic,
    propagateMode: wanted.propagateMode,
    from: { streamId: stream.id, topic: message.topic },
    to: { streamId: (target ?? stream).id, topic },
    messageIds: moved.map(({ id }) => id),
  }
}

/** The empty topic cannot be marked as resolved. @throws EmptyTopicResolutionError */
function refuseResolution(topic: string): void {
  const name = withoutResolvedMark(`${topic} `).trim()
  if (`${topic} `.startsWith(resolvedMark) && meantTopic(name) === '') {
    throw new EmptyTopicResolutionError()
  }
}

async function lockMoved(
  tx: Tx,
  requester: Requester,
  message: MessageRow,
  mode: PropagateMode,
): Promise<{ id: number; sent_at: Date }[]> {
  if (mode === 'change_one') return [await lockForEdit(tx, message)]
  const key = { streamId: message.stream_id as number, topic: message.topic }
  const fromId = mode === 'change_later' ? message.id : 0
  const moved = await lockTopicMessages(tx, requester, key, fromId)
  if (!moved.some(({ id }) => id === message.id)) throw new InvalidMessageError()
  return moved
}
