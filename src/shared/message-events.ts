import type { MessageRecord, TopicLink } from './messages'
import type { SubmessageRecord } from './submessages'

/*
 * Events about existing messages, with the fields of both old and new clients.
 * Sources: docs/protocol/events.md#update-message, docs/protocol/events.md#delete-message,
 * docs/protocol/events.md#reaction, docs/protocol/events.md#submessage.
 */

type Reaction = MessageRecord['reactions'][number]

export interface ReactionEvent extends Pick<
  Reaction,
  'emoji_name' | 'emoji_code' | 'reaction_type'
> {
  type: 'reaction'
  op: 'add' | 'remove'
  /** For older clients. */
  user: Reaction['user']
  user_id: number
  message_id: number
}

export interface SubmessageEvent extends Omit<SubmessageRecord, 'id'> {
  type: 'submessage'
  submessage_id: number
}

/** An edit; fields of a text or a move are present only if it changed. */
export interface UpdateMessageEvent extends Partial<ContentChange & MoveFields> {
  type: 'update_message'
  /** Null: the server rendered the message again. */
  user_id: number | null
  sender?: string
  rendering_only: boolean
  message_id: number
  message_ids: readonly number[]
  edit_timestamp: number
  /** The stream before the edit; absent for private messages. */
  stream_id?: number
  stream_name?: string
  prev_rendered_content_version?: number
}

export interface MoveFields {
  propagate_mode: PropagateMode
  orig_subject: string
  subject?: string
  new_stream_id?: number
  topic_links: readonly TopicLink[]
  subject_links: readonly string[]
}

/** Deletions for clients that read several ids. */
export type DeleteMessagesEvent = {
  type: 'delete_message'
  message_ids: readonly number[]
} & FormerPlaceFields

/** A deletion for clients that read one id per event. */
export type DeleteMessageEvent = {
  type: 'delete_message'
  message_id: number
  sender: string
  sender_id: number
} & FormerPlaceFields

export type FormerPlaceFields =
  { message_type: 'private' } | { message_type: 'stream'; stream_id: number; topic: string }

/** Raw and rendered text, before and after. */
export interface ContentChange {
  content: string
  rendered_content: string
  orig_content: string
  orig_rendered_content: string
  is_me_message: boolean
}

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const
export type PropagateMode = (typeof propagateModes)[number]
