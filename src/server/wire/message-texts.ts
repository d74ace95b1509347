import { avatarUrlFor } from './avatars'
import type { EditOfMessage, MessageBodyRow } from '../data/history/bodies'
import type { ReactionOfMessage } from '../data/history/annotations'
import type { MessageSender } from '../data/users/senders'
import { markHighlights, markHighlightsInText } from '../text/highlights'
import { flagWords } from '../data/messages/message-flags'
import { presentRecipient } from './messages'
import type { TopicLink, MessageRecord } from '../../shared/messages'
import { presentSubmessage } from './submessages'
import type { SubmessageFacts } from '../../shared/submessages'

/*
 * The members of a message record as JSON text, in parts that are cached separately: many messages
 * share a sender, a place or flags, and the body is the same for all readers. Together they form a
 * MessageRecord.
 */

/** Some members of a record. */
type Part<Name extends keyof MessageRecord> = Pick<MessageRecord, Name>

/** The members that depend on the message alone. */
export function writeBody(row: MessageBodyRow, asHtml: boolean, topicLinks: TopicLink[]): string {
  const part: Part<
    | 'id'
    | 'subject'
    | 'subject_links'
    | 'topic_links'
    | 'client'
    | 'content'
    | 'content_type'
    | 'timestamp'
    | 'is_me_message'
  > = {
    id: row.id,
    subject: row.topic,
    subject_links: topicLinks.map(({ url }) => url),
    topic_links: topicLinks,
    client: row.client,
    content: row.content,
    content_type: asHtml ? 'text/html' : 'text/x-markdown',
    timestamp: row.timestamp,
    is_me_message: row.is_me_message,
  }
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = row
  const changes: Part<'last_edit_timestamp' | 'last_moved_timestamp'> = {
    ...(edited !== null && { last_edit_timestamp: edited }),
    ...(moved !== null && { last_moved_timestamp: moved }),
  }
  return membersOf({ ...part, ...changes })
}

export function writeEdits(edits: readonly EditOfMessage[]): string {
  const part: Part<'edit_history'> = { edit_history: edits.map(presentEdit) }
  return membersOf(part)
}

/**
 * The output of {@link writeEdits} without earlier contents; undefined if the message was never
 * moved.
 */
export function onlyMoves(edits: string): string | undefined {
  const { edit_history: all } = JSON.parse(`{${edits}}`) as Part<'edit_history'>
  const moves = (all ?? []).filter(
    (edit) => edit.prev_topic !== undefined || edit.prev_stream !== undefined,
  )
  if (moves.length === 0) return undefined
  return membersOf({
    edit_history: moves.map(
      ({
        prev_content: _was,
        prev_rendered_content: _html,
        prev_rendered_content_version: _version,
        ...move
      }) => move,
    ),
  })
}

/** The members with the highlighted match of a search. */
export function writeMatch(row: MessageBodyRow): string {
  const part: Part<'match_content' | 'match_subject'> = {
    match_content: markHighlights(row.match_content ?? ''),
    match_subject: markHighlightsInText(row.match_topic ?? ''),
  }
  return membersOf(part)
}

const senderTexts = {
  withGravatars: new WeakMap<MessageSender, string>(),
  withoutGravatars: new WeakMap<MessageSender, string>(),
}

/** The members of the sender. @param clientGravatar whether the client computes gravatars itself */
export function writeSender(sender: MessageSender, clientGravatar: boolean): string {
  const known = clientGravatar ? senderTexts.withoutGravatars : senderTexts.withGravatars
  let text = known.get(sender)
  if (text === undefined) {
    const part: Part<
      'sender_id' | 'sender_email' | 'sender_full_name' | 'sender_short_name' | 'avatar_url'
    > = {
      sender_id: sender.id,
      sender_email: sender.email,
      sender_full_name: sender.full_name,
      sender_short_name: sender.short_name,
      avatar_url: avatarUrlFor(sender, clientGravatar),
    }
    known.set(sender, (text = membersOf(part)))
  }
  return text
}

export function writeSenderRealm(realm: string): string {
  const part: Part<'sender_realm_str'> = { sender_realm_str: realm }
  return membersOf(part)
}

export function writeStream(stream: { id: number; name: string; recipient_id: number }): string {
  const part: Part<'type' | 'stream_id' | 'display_recipient' | 'recipient_id'> = {
    type: 'stream',
    stream_id: stream.id,
    display_recipient: stream.name,
    recipient_id: stream.recipient_id,
  }
  return membersOf(part)
}

/** The members of a private conversation. @param members ordered by id */
export function writeConversation(members: readonly MessageSender[], recipientId: number): string {
  const part: Part<'type' | 'display_recipient' | 'recipient_id'> = {
    type: 'private',
    display_recipient: members.map(presentRecipient),
    recipient_id: recipientId,
  }
  return membersOf(part)
}

const flagTexts = new Map<number, string>()

/** The flags. @param bits a sum of `flagBits` */
export function writeFlags(bits: number): string {
  let text = flagTexts.get(bits)
  if (text === undefined) {
    const part: Part<'flags'> = { flags: [...flagWords(bits)] }
    flagTexts.set(bits, (text = membersOf(part)))
  }
  return text
}

/** The reactions. @param people contains at least the users who reacted */
export function writeReactions(
  reactions: readonly ReactionOfMessage[],
  people: ReadonlyMap<number, MessageSender>,
): string {
  const part: Part<'reactions'> = {
    reactions: reactions.map(({ message_id: _, ...reaction }) => {
      const { id, email, full_name } = people.get(reaction.user_id) as MessageSender
      return { ...reaction, user: { id, user_id: id, email, full_name } }
    }),
  }
  return membersOf(part)
}

export const noReactions = writeReactions([], new Map())

/** The submessages. @param said submessages of the widget, in order */
export function writeSubmessages(messageId: number, said: readonly SubmessageFacts[]): string {
  const part: Part<'submessages'> = {
    submessages: said.map((facts) => presentSubmessage(messageId, facts)),
  }
  return membersOf(part)
}

export const noSubmessages = writeSubmessages(0, [])

function presentEdit(edit: EditOfMessage): NonNullable<MessageRecord['edit_history']>[number] {
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

function membersOf(part: object): string {
  return JSON.stringify(part).slice(1, -1)
}
