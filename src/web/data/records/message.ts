import type { Frozen } from '../../../shared/calls'
import type { MessageRecord } from '../../../shared/messages'
import type { SubmessageRecord } from '../../../shared/submessages'
import type { Conversation } from './conversation'

export type Reaction = Frozen<
  Pick<
    MessageRecord['reactions'][number],
    'emoji_name' | 'emoji_code' | 'reaction_type' | 'user_id'
  >
>

export type Submessage = Frozen<Omit<SubmessageRecord, 'message_id'>>

/** One change of a message, as its label needs it. Source: docs/protocol/messages.md#edit-history-field. */
export type MessageEdit = Frozen<
  Pick<
    NonNullable<MessageRecord['edit_history']>[number],
    'timestamp' | 'user_id' | 'prev_content' | 'prev_topic' | 'prev_stream'
  >
>

/**
 * A message as sent by the server; `content` is HTML: show it only through html/present.ts.
 * Source: docs/protocol/messages.md#message-object.
 */
export interface Message extends Frozen<
  Pick<
    MessageRecord,
    | 'id'
    | 'type'
    | 'stream_id'
    | 'edit_history'
    | 'display_recipient'
    | 'subject'
    | 'sender_id'
    | 'sender_full_name'
    | 'sender_email'
    | 'avatar_url'
    | 'content'
    | 'timestamp'
    | 'is_me_message'
    | 'flags'
    | 'last_edit_timestamp'
    | 'last_moved_timestamp'
  >
> {
  readonly reactions: readonly Reaction[]
  readonly submessages: readonly Submessage[]
}

/** A message of an event, which has the flags beside it. */
export type NewMessage = Omit<Message, 'flags'>

/** HTML of a search result, with matches highlighted. Source: docs/protocol/history.md#match-content. */
export type Match = Frozen<Required<Pick<MessageRecord, 'match_content' | 'match_subject'>>>

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
