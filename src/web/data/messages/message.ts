import type { Conversation } from '../narrow/narrow'

export interface Reaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

export interface Submessage {
  id: number
  msg_type: string
  content: string
  sender_id: number
}

/** One change of a message, as its label needs it. Source: docs/protocol/messages.md#edit-history-field. */
export interface MessageEdit {
  timestamp: number
  user_id: number | null
  prev_content?: string
  prev_topic?: string
  prev_stream?: number
}

/** A message as sent by the server. Source: docs/protocol/messages.md#message-object. */
export interface Message {
  id: number
  type: 'stream' | 'private'
  stream_id?: number
  display_recipient: string | { id: number; email: string; full_name: string }[]
  subject: string
  sender_id: number
  sender_full_name: string
  sender_email: string
  avatar_url: string | null
  /** HTML; show it only through html/present.ts. */
  content: string
  /** Unix seconds. */
  timestamp: number
  is_me_message: boolean
  flags: readonly string[]
  reactions: readonly Reaction[]
  submessages: readonly Submessage[]
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  /** Newest first; absent for unchanged messages. */
  edit_history?: readonly MessageEdit[]
}

/** HTML of a search result, with matches highlighted. Source: docs/protocol/history.md#match-content. */
export interface Match {
  match_content: string
  match_subject: string
}

export function conversationOfMessage(
  message: Pick<Message, 'stream_id' | 'subject' | 'display_recipient'>,
  ownId: number,
): Conversation {
  if (message.stream_id !== undefined) {
    return { kind: 'topic', streamId: message.stream_id, topic: message.subject }
  }
  const people = typeof message.display_recipient === 'string' ? [] : message.display_recipient
  const others = people.map(({ id }) => id).filter((id) => id !== ownId)
  return { kind: 'private', userIds: others.sort((a, b) => a - b) }
}

export const isUnread = (message: Message) => !message.flags.includes('read')
