import type { MessageParts } from '../../../data/exports/places'
import type {
  MessageEditRow,
  MessageRow,
  StreamRow,
  UploadRow,
  UserRow,
} from '../../../data/schema'
import { uploadUrl } from '../../../wire/uploads'
import { addressOf } from '../../../wire/addresses'

/* The lines of an export as JSON Lines. Source: docs/exporting.md#lines. */

export type Line = { readonly type: string } & Readonly<Record<string, unknown>>

/** Version of the format. It rises when a line loses a field or a field changes its meaning, and not for new fields. */
export const linesVersion = 1

/** @param withAddress whether a hidden address is included */
export function userLine(user: UserRow, withAddress: boolean): Line {
  return {
    type: 'user',
    id: user.id,
    name: user.full_name,
    email: withAddress ? addressOf(user) : user.email,
    role: user.role,
    is_bot: user.is_bot,
    bot_owner: user.bot_owner_id,
    is_active: user.deactivated_at === null,
    joined_at: user.date_joined.toISOString(),
  }
}

export function streamLine(stream: StreamRow): Line {
  return {
    type: 'stream',
    id: stream.id,
    name: stream.name,
    description: stream.description,
    is_private: stream.invite_only,
    is_archived: stream.deactivated_at !== null,
    created_at: stream.created_at.toISOString(),
  }
}

export function fileLine(upload: Omit<UploadRow, 'is_animated'>): Line {
  return {
    type: 'file',
    id: upload.id,
    name: upload.file_name,
    address: uploadUrl(upload),
    content_type: upload.content_type,
    bytes: upload.bytes,
    owner: upload.owner_id,
    created_at: upload.created_at.toISOString(),
  }
}

/** The parts of one message. */
export interface PartsOfMessage {
  /** Members of its private conversation. */
  memberIds: readonly number[] | undefined
  edits: readonly MessageEditRow[]
  reactions: MessageParts['reactions']
  submessages: MessageParts['submessages']
  uploads: MessageParts['uploads']
}

export function messageLine(message: MessageRow, parts: PartsOfMessage): Line {
  const isPrivate = message.stream_id === null
  return {
    type: 'message',
    id: message.id,
    sent_at: message.sent_at.toISOString(),
    sender: message.sender_id,
    stream: message.stream_id,
    topic: isPrivate ? null : message.topic,
    conversation: isPrivate ? (parts.memberIds ?? []) : null,
    content: message.content,
    html: message.rendered_content,
    client: message.client,
    edited_at: message.last_edited_at?.toISOString() ?? null,
    edits: parts.edits.map(editOf),
    reactions: parts.reactions.map(({ user_id, emoji_name, emoji_code, reaction_type }) => ({
      ...{ user: user_id, emoji: emoji_name, code: emoji_code, kind: reaction_type },
    })),
    widget: parts.submessages.map(({ sender_id, content }) => ({ sender: sender_id, content })),
    files: parts.uploads.map(({ upload_id }) => upload_id),
  }
}

/** An edit, with the values before it; newest first in a message. */
function editOf(edit: MessageEditRow) {
  return {
    at: edit.edited_at.toISOString(),
    by: edit.editor_id,
    ...(edit.prev_content !== null && { content_before: edit.prev_content }),
    ...(edit.prev_topic !== null && { topic_before: edit.prev_topic }),
    ...(edit.prev_stream_id !== null && { stream_before: edit.prev_stream_id }),
  }
}
