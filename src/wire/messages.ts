import type { SubmessageRecord } from './submessages'

/** One participant of a private message. */
export interface DisplayRecipient {
  id: number
  email: string
  full_name: string
  short_name: string
  is_mirror_dummy: boolean
}

/** A link that a topic holds, and the part of the topic that it is. */
export interface TopicLink {
  text: string
  url: string
}

/** A message as delivered inside a `message` event. Source: API document, "Message"; protocol notes 4.10. */
export interface MessageRecord {
  id: number
  type: 'stream' | 'private'
  content: string
  content_type: string
  subject: string
  subject_links: string[]
  topic_links: TopicLink[]
  display_recipient: string | DisplayRecipient[]
  stream_id?: number
  recipient_id: number
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_short_name: string
  sender_realm_str: string
  avatar_url: string | null
  client: string
  timestamp: number
  is_me_message: boolean
  reactions: unknown[]
  submessages: SubmessageRecord[]
}

/** What of an account its part in a private message tells. */
export type Participant = Pick<DisplayRecipient, 'id' | 'email' | 'full_name' | 'short_name'> & {
  recipient_id: number
}

export function presentRecipient(participant: Participant): DisplayRecipient {
  return {
    id: participant.id,
    email: participant.email,
    full_name: participant.full_name,
    short_name: participant.short_name,
    is_mirror_dummy: false,
  }
}

/**
 * One recipient id per group, and per addressed user in a conversation of two.
 * Source: protocol notes 4.10.
 */
export function privateRecipientId(
  senderId: number,
  groupRecipientId: number,
  members: readonly Participant[],
): number {
  if (members.length > 2) return groupRecipientId
  const addressed = members.find((member) => member.id !== senderId) ?? members[0]
  return addressed ? addressed.recipient_id : groupRecipientId
}
