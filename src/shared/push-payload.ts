/**
 * The payload of a push. Members beside the first two depend on the event, on what the recipient shows in
 * notifications, and on the size that the push service takes.
 * Sources: docs/protocol/notifications.md#push-common, docs/protocol/notifications.md#web-push-payload.
 */
export interface PushPayload extends RealmOfPush, PlaceOfPush {
  event: 'message' | 'remove' | 'test'
  /** Names the conversation. */
  tag: string
  title?: string | undefined
  subtitle?: string
  content?: string
  content_truncated?: boolean
  /** Address below the server's. */
  url?: string
  /** Unread messages of the conversation. */
  count?: number
  /** Unix time in seconds. */
  time?: number
  sender_id?: number
  sender_email?: string
  sender_full_name?: string
  zulip_message_id?: number
  message_ids?: readonly number[]
  /** Ids with commas, of a removal. */
  zulip_message_ids?: string
  /** Conversations whose notifications end. */
  removed_tags?: readonly string[]
  /** Names of the buttons. */
  labels?: { read: string; reply: string }
}

/** The recipient's account and organization. */
export interface RealmOfPush {
  server?: string
  realm_id?: number
  realm_uri?: string
  realm_url?: string | undefined
  realm_name?: string
  user_id?: number | undefined
  /** Unread messages that notify. */
  badge?: number | undefined
}

export interface PlaceOfPush {
  recipient_type?: 'stream' | 'private'
  stream?: string | null
  stream_id?: number
  topic?: string
  /** Ids with commas, of more than two members. */
  pm_users?: string
}
