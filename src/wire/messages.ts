/** One participant of a private message. */
export interface DisplayRecipient {
  id: number
  email: string
  full_name: string
  short_name: string
  is_mirror_dummy: boolean
}

/** A message as delivered inside a `message` event. Source: API document, "Message"; protocol notes 4.10. */
export interface MessageRecord {
  id: number
  type: 'stream' | 'private'
  content: string
  content_type: string
  subject: string
  subject_links: string[]
  topic_links: { text: string; url: string }[]
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
  submessages: unknown[]
}
