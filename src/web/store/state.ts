/*
 * What the app knows: the server's answer to `register`, kept up to date by events, under the server's own names.
 * Source: docs/protocol/register.md#keys.
 */

export interface Stream {
  stream_id: number
  name: string
  description: string
  rendered_description: string
  invite_only: boolean
  history_public_to_subscribers: boolean
  /** Who may post: 1 everybody, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: number
}

export interface Subscription extends Stream {
  color: string
  pin_to_top: boolean
  is_muted: boolean
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
}

export interface User {
  user_id: number
  email: string
  full_name: string
  /** Absent or null: shown by their initials. */
  avatar_url?: string | null
  is_bot: boolean
  is_active?: boolean
  role: number
  timezone: string
}

export interface UserGroup {
  id: number
  name: string
  description: string
  members: number[]
  direct_subgroup_ids: number[]
  is_system_group: boolean
  deactivated: boolean
}

/** Source: docs/protocol/register.md#unread. */
export interface UnreadMessages {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: {
    stream_id: number
    topic: string
    unread_message_ids: number[]
    sender_ids: number[]
  }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

export interface UserTopic {
  stream_id: number
  topic_name: string
  /** 0 inherits, 1 muted, 2 unmuted, 3 followed. */
  visibility_policy: number
  last_updated: number
}

export interface State {
  queue_id: string
  last_event_id: number
  zulip_feature_level: number

  user_id: number
  email: string
  full_name: string
  is_admin: boolean
  is_owner: boolean
  is_guest: boolean
  user_settings: Record<string, unknown>

  realm_name: string
  realm_users: User[]
  realm_non_active_users: User[]
  cross_realm_bots: User[]
  realm_user_groups: UserGroup[]

  streams: Stream[]
  subscriptions: Subscription[]
  unsubscribed: Stream[]
  never_subscribed: Stream[]
  user_topics: UserTopic[]
  muted_users: { id: number; timestamp: number }[]

  max_message_id: number
  unread_msgs: UnreadMessages
  starred_messages: number[]
  recent_private_conversations: { max_message_id: number; user_ids: number[] }[]

  /** All other keys of the answer: what single screens need of it. */
  [key: string]: unknown
}

/** An event as it comes from the queue. Source: docs/protocol/events.md. */
export interface ServerEvent {
  id: number
  type: string
  [key: string]: unknown
}
