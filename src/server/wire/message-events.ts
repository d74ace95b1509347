import type {
  ContentChange,
  DeleteMessageEvent,
  DeleteMessagesEvent,
  FormerPlaceFields,
  MoveFields,
  PropagateMode,
  ReactionEvent,
  SubmessageEvent,
  UpdateMessageEvent,
} from '../../shared/message-events'
import type { TopicLink } from '../../shared/messages'
import type { SubmessageRecord } from '../../shared/submessages'
import type { EmojiKey } from '../data/messages/reactions'
import type { MessageRow, StreamRow, UserRow } from '../data/schema'
import { unixSeconds } from './time'

export function reactionChanged(
  op: 'add' | 'remove',
  messageId: number,
  { emoji_name, emoji_code, reaction_type }: EmojiKey,
  { id, email, full_name }: Pick<UserRow, 'id' | 'email' | 'full_name'>,
): ReactionEvent {
  return {
    type: 'reaction',
    op,
    user: { id, user_id: id, email, full_name },
    user_id: id,
    message_id: messageId,
    emoji_name,
    emoji_code,
    reaction_type,
  }
}

export function submessageAdded({ id, ...submessage }: SubmessageRecord): SubmessageEvent {
  return { type: 'submessage', submessage_id: id, ...submessage }
}

/** The changes of an edit; each part is present only if it applies. */
export interface MessageUpdate {
  /** The user who edited. */
  editor: Pick<UserRow, 'id' | 'email'>
  at: Date
  messageId: number
  /** Ids of all changed messages, ascending. */
  messageIds: readonly number[]
  /** The stream before the edit; undefined for private messages. */
  stream: Pick<StreamRow, 'id' | 'name'> | undefined
  content?: ContentChange | undefined
  move?: MoveChange | undefined
}

export interface MoveChange {
  propagateMode: PropagateMode
  origTopic: string
  /** The new topic; undefined if unchanged. */
  topic: string | undefined
  newStreamId: number | undefined
  /** Links of the topic after the move. */
  topicLinks: readonly TopicLink[]
}

type RenderedMessage = Pick<MessageRow, 'id' | 'content' | 'rendered_content' | 'is_me_message'>

/** The event of an edit. Some clients fail on move fields without a move, so those are left out. */
export function messagesUpdated(update: MessageUpdate): UpdateMessageEvent {
  const { editor, at, stream, content, move } = update
  return {
    type: 'update_message',
    user_id: editor.id,
    sender: editor.email,
    rendering_only: false,
    message_id: update.messageId,
    message_ids: update.messageIds,
    edit_timestamp: unixSeconds(at),
    ...(stream && { stream_id: stream.id, stream_name: stream.name }),
    ...(content && { ...content, prev_rendered_content_version: 0 }),
    ...(move && presentMove(move)),
  }
}

/** The event of a message whose HTML changed and whose text did not, such as by the preview of a page. */
export function messageRendered(
  { id, content, rendered_content, is_me_message }: RenderedMessage,
  stream: Pick<StreamRow, 'id' | 'name'> | undefined,
  at: Date,
): UpdateMessageEvent {
  return {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    edit_timestamp: unixSeconds(at),
    ...(stream && { stream_id: stream.id, stream_name: stream.name }),
    content,
    rendered_content,
    is_me_message,
  }
}

function presentMove({
  propagateMode,
  origTopic,
  topic,
  newStreamId,
  topicLinks,
}: MoveChange): MoveFields {
  return {
    propagate_mode: propagateMode,
    orig_subject: origTopic,
    ...(topic !== undefined && { subject: topic }),
    ...(newStreamId !== undefined && { new_stream_id: newStreamId }),
    topic_links: topicLinks,
    subject_links: topicLinks.map(({ url }) => url),
  }
}

/** The former place of deleted messages. */
export type FormerPlace = { stream: Pick<StreamRow, 'id'>; topic: string } | 'private'

/** The event of deletions, for clients that read several ids. */
export function messagesDeleted(
  messageIds: readonly number[],
  place: FormerPlace,
): DeleteMessagesEvent {
  return { type: 'delete_message', message_ids: messageIds, ...presentPlace(place) }
}

/** The event of a deletion, for clients that read one id per event. */
export function messageDeleted(
  message: { id: number; sender_id: number; sender_email: string },
  place: FormerPlace,
): DeleteMessageEvent {
  return {
    type: 'delete_message',
    message_id: message.id,
    sender: message.sender_email,
    sender_id: message.sender_id,
    ...presentPlace(place),
  }
}

function presentPlace(place: FormerPlace): FormerPlaceFields {
  return place === 'private'
    ? { message_type: 'private' }
    : { message_type: 'stream', stream_id: place.stream.id, topic: place.topic }
}
