import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ReactionType } from './rules/reaction-types'
import { submessageSchema } from './submessages'

/* Messages on the wire. Source: docs/protocol/messages.md#message-object. */

const displayRecipientSchema = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  short_name: Type.String(),
  is_mirror_dummy: Type.Boolean(),
})

const topicLinkSchema = Type.Object({ text: Type.String(), url: Type.String() })

const reactionSchema = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: Type.Unsafe<ReactionType>(Type.String()),
  user_id: Type.Integer(),
  user: Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer(),
    email: Type.String(),
    full_name: Type.String(),
  }),
})

const editSchema = Type.Object({
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  timestamp: Type.Integer(),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  prev_rendered_content_version: Type.Optional(Type.Integer()),
  prev_topic: Type.Optional(Type.String()),
  prev_subject: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  prev_stream: Type.Optional(Type.Integer()),
  stream: Type.Optional(Type.Integer()),
})

export const messageSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
  stream_id: Type.Optional(Type.Integer()),
  display_recipient: Type.Union([Type.String(), Type.Array(displayRecipientSchema)]),
  recipient_id: Type.Integer(),
  subject: Type.String({ description: 'The topic; empty for private messages' }),
  subject_links: Type.Array(Type.String()),
  topic_links: Type.Array(topicLinkSchema),
  sender_id: Type.Integer(),
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_short_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  client: Type.String({ description: 'The program that sent it' }),
  content: Type.String(),
  content_type: Type.String({ description: '`text/html` or `text/x-markdown`' }),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
  is_me_message: Type.Boolean(),
  flags: Type.Array(Type.String(), { description: 'Marks of the requester: `read`, …' }),
  reactions: Type.Array(reactionSchema, { description: 'In the order they were made' }),
  submessages: Type.Array(submessageSchema, { description: 'Steps of polls and to-do lists' }),
  last_edit_timestamp: Type.Optional(
    Type.Integer({ description: 'Unix time in seconds at which its content was last edited' }),
  ),
  last_moved_timestamp: Type.Optional(
    Type.Integer({
      description: 'The same for its topic, but for its mark as resolved, and stream',
    }),
  ),
  edit_history: Type.Optional(
    Type.Array(editSchema, { description: 'Newest first; absent when it was never changed' }),
  ),
  match_content: Type.Optional(
    Type.String({ description: 'In searches: the content as HTML with matches highlighted' }),
  ),
  match_subject: Type.Optional(Type.String({ description: 'The topic with the same highlights' })),
})

/** A message read from the history. */
export type MessageRecord = Static<typeof messageSchema>

/**
 * A message as delivered in a `message` event.
 * Sources: docs/protocol/contract.md#message, docs/protocol/events.md#message-fields.
 */
export type DeliveredMessage = Omit<
  MessageRecord,
  | 'flags'
  | 'last_edit_timestamp'
  | 'last_moved_timestamp'
  | 'edit_history'
  | 'match_content'
  | 'match_subject'
>

/** One participant of a private message. */
export type DisplayRecipient = Static<typeof displayRecipientSchema>

/** A link in a topic, and the linked part of the topic. */
export type TopicLink = Static<typeof topicLinkSchema>

/** The fields of a participant's account that a private message contains. */
export type Participant = Pick<DisplayRecipient, 'id' | 'email' | 'full_name' | 'short_name'> & {
  recipient_id: number
}
