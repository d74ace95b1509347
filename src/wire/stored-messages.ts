import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { avatarUrlFor } from './avatars'
import type {
  DmMember,
  EditOfMessage,
  MessageRecordRow,
  ReactionOfMessage,
} from '../db/message-records'
import { markHighlights, markHighlightsInText } from './highlights'
import { flagWords } from './message-flags'
import { presentRecipient, privateRecipientId } from './messages'
import type { TopicLink } from './messages'
import { presentSubmessage, submessageSchema } from './submessages'

/*
 * A message as it is read from the history. Source: client notes 8.3.
 */

const displayRecipientSchema = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  short_name: Type.String(),
  is_mirror_dummy: Type.Boolean(),
})

const reactionSchema = Type.Object({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: Type.String(),
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

export const storedMessageSchema = Type.Object({
  id: Type.Integer(),
  type: Type.Union([Type.Literal('stream'), Type.Literal('private')]),
  stream_id: Type.Optional(Type.Integer()),
  display_recipient: Type.Union([Type.String(), Type.Array(displayRecipientSchema)]),
  recipient_id: Type.Integer(),
  subject: Type.String({ description: 'The topic; empty for private messages' }),
  subject_links: Type.Array(Type.String()),
  topic_links: Type.Array(Type.Object({ text: Type.String(), url: Type.String() })),
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
  flags: Type.Array(Type.String(), { description: 'What the requester knows of it: `read`, …' }),
  reactions: Type.Array(reactionSchema, { description: 'In the order they were made' }),
  submessages: Type.Array(submessageSchema, { description: 'Of polls and to-do lists' }),
  last_edit_timestamp: Type.Optional(Type.Integer()),
  edit_history: Type.Optional(
    Type.Array(editSchema, { description: 'Newest first; absent when it was never changed' }),
  ),
  match_content: Type.Optional(
    Type.String({ description: 'Of a search: content as HTML in which what was found is marked' }),
  ),
  match_subject: Type.Optional(Type.String({ description: 'Of a search: the topic, likewise' })),
})

export type StoredMessageRecord = Static<typeof storedMessageSchema>

/** What records of messages depend on beside the messages. */
export interface RecordContext {
  asHtml: boolean
  clientGravatar: boolean
  realmId: number
  senderRealm: string
  linksOf(topic: string): TopicLink[]
  showsEdits: boolean
  /** Who takes part in the private conversations among them, ordered by id. */
  members: ReadonlyMap<number, readonly DmMember[]>
}

type Address = Pick<StoredMessageRecord, 'type' | 'display_recipient' | 'recipient_id'>

const none: never[] = []

/** Messages of the history, in the order of the rows. */
export function presentStoredMessages(
  rows: readonly MessageRecordRow[],
  context: RecordContext,
): StoredMessageRecord[] {
  const avatars = new Map<number, string | null>()
  const avatarOf = (row: MessageRecordRow) => {
    let url = avatars.get(row.sender_id)
    if (url === undefined) {
      const owner = {
        realm_id: context.realmId,
        email: row.sender_email,
        avatar_version: row.sender_avatar_version,
        avatar_key: row.sender_avatar_key,
      }
      url = avatarUrlFor(owner, context.clientGravatar)
      avatars.set(row.sender_id, url)
    }
    return url
  }
  return rows.map((row) => presentStoredMessage(row, context, avatarOf(row)))
}

/** There may be thousands: so the record is made in one go, and only completed where it must be. */
function presentStoredMessage(
  row: MessageRecordRow,
  context: RecordContext,
  avatar: string | null,
): StoredMessageRecord {
  const { type, display_recipient, recipient_id } = addressOf(row, context.members)
  const topicLinks = context.linksOf(row.topic)
  const record: StoredMessageRecord = {
    id: row.id,
    type,
    display_recipient,
    recipient_id,
    subject: row.topic,
    subject_links: topicLinks.length > 0 ? topicLinks.map(({ url }) => url) : none,
    topic_links: topicLinks,
    sender_id: row.sender_id,
    sender_email: row.sender_email,
    sender_full_name: row.sender_full_name,
    sender_short_name: row.sender_short_name,
    sender_realm_str: context.senderRealm,
    avatar_url: avatar,
    client: row.client,
    content: row.content,
    content_type: context.asHtml ? 'text/html' : 'text/x-markdown',
    timestamp: row.timestamp,
    is_me_message: row.is_me_message,
    flags: flagWords(row.flags) as string[],
    reactions: row.reactions ? row.reactions.map(presentReaction) : none,
    submessages: row.submessages?.map((said) => presentSubmessage(row.id, said)) ?? none,
  }
  if (row.stream_id !== null) record.stream_id = row.stream_id
  if (row.last_edit_timestamp !== null) record.last_edit_timestamp = row.last_edit_timestamp
  if (row.edits && context.showsEdits) record.edit_history = row.edits.map(presentEdit)
  if (row.match_content !== undefined) {
    record.match_content = markHighlights(row.match_content)
    record.match_subject = markHighlightsInText(row.match_topic ?? '')
  }
  return record
}

function addressOf(row: MessageRecordRow, groups: RecordContext['members']): Address {
  if (row.dm_group_id === null) {
    return {
      type: 'stream',
      display_recipient: row.stream_name as string,
      recipient_id: row.stream_recipient_id as number,
    }
  }
  const members = groups.get(row.dm_group_id) as readonly [DmMember, ...DmMember[]]
  return {
    type: 'private',
    display_recipient: members.map(presentRecipient),
    recipient_id: privateRecipientId(row.sender_id, members[0].group_recipient_id, members),
  }
}

function presentReaction(reaction: ReactionOfMessage): StoredMessageRecord['reactions'][number] {
  const { user_id, email, full_name } = reaction
  return {
    emoji_name: reaction.emoji_name,
    emoji_code: reaction.emoji_code,
    reaction_type: reaction.reaction_type,
    user_id,
    user: { id: user_id, user_id, email, full_name },
  }
}

function presentEdit(
  edit: EditOfMessage,
): NonNullable<StoredMessageRecord['edit_history']>[number] {
  return {
    user_id: edit.editor_id,
    timestamp: edit.timestamp,
    ...(edit.prev_content !== null && {
      prev_content: edit.prev_content,
      prev_rendered_content: edit.prev_rendered_content ?? '',
      prev_rendered_content_version: 1,
    }),
    ...(edit.prev_topic !== null && {
      prev_topic: edit.prev_topic,
      prev_subject: edit.prev_topic,
      topic: edit.topic ?? '',
    }),
    ...(edit.prev_stream_id !== null && {
      prev_stream: edit.prev_stream_id,
      ...(edit.stream_id !== null && { stream: edit.stream_id }),
    }),
  }
}
