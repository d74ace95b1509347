/*
 * State of the app: the server's answer to `register`, kept up to date by events, with the server's field names.
 * Only applyEvent changes a state, and only its members: lists and records in them are replaced, never changed.
 * Source: docs/protocol/register.md#keys.
 */

/** A group id, or ids of users and groups. Source: docs/protocol/permissions.md#group-setting-value. */
export type GroupValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

export interface Stream {
  stream_id: number
  name: string
  description: string
  rendered_description: string
  /** Unix time in seconds. */
  date_created: number
  invite_only: boolean
  history_public_to_subscribers: boolean
  /** Users with the right to post: 1 everybody, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: number
  creator_id: number | null
  /** Null for a stream outside all folders. */
  folder_id: number | null
  /** Null for the default of the realm; -1 keeps messages forever. */
  message_retention_days: number | null
  can_add_subscribers_group: GroupValue
  can_administer_channel_group: GroupValue
  can_remove_subscribers_group: GroupValue
  can_send_message_group: GroupValue
  can_subscribe_group: GroupValue
}

/** Source: docs/protocol/channel-settings.md#folder-object. */
export interface ChannelFolder {
  id: number
  name: string
  description: string
  order: number
  is_archived: boolean
}

/** Source: docs/protocol/channel-settings.md#default-stream-groups. */
export interface DefaultStreamGroup {
  id: number
  name: string
  description: string
  /** Ids of streams. */
  streams: readonly number[]
}

export interface Subscription extends Stream {
  color: string
  pin_to_top: boolean
  is_muted: boolean
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
  push_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

export interface User {
  user_id: number
  email: string
  full_name: string
  /** Absent or null for users without a picture; their initials are shown. */
  avatar_url?: string | null
  is_bot: boolean
  bot_type?: number | null
  bot_owner_id?: number | null
  is_active?: boolean
  /** Whether the account is a system bot, through which the server speaks. */
  is_system_bot?: boolean
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number
  timezone: string
  /** ISO 8601. */
  date_joined: string
}

export interface UserGroup {
  id: number
  name: string
  description: string
  members: readonly number[]
  direct_subgroup_ids: readonly number[]
  is_system_group: boolean
  deactivated: boolean
  creator_id: number | null
  /** Unix time in seconds; null for system groups. */
  date_created: number | null
  can_add_members_group: GroupValue
  can_join_group: GroupValue
  can_leave_group: GroupValue
  can_manage_group: GroupValue
  can_mention_group: GroupValue
  can_remove_members_group: GroupValue
}

/** A bot as seen by its owner, or by an administrator without the key. Source: docs/protocol/events.md#bot-record. */
export interface Bot {
  user_id: number
  email: string
  full_name: string
  bot_type: number
  is_active: boolean
  api_key?: string
  owner_id: number | null
  [key: string]: unknown
}

/** Unread messages, all lists of ids ascending. Source: docs/protocol/register.md#unread. */
export interface UnreadMessages {
  readonly count: number
  readonly pms: readonly UnreadPrivate[]
  readonly streams: readonly UnreadTopic[]
  readonly huddles: readonly UnreadGroup[]
  readonly mentions: readonly number[]
  readonly old_unreads_missing: boolean
}

/** Unread messages of one conversation. */
export interface UnreadIds {
  readonly unread_message_ids: readonly number[]
}

/** Unread messages with one other user, or in notes to oneself. */
export interface UnreadPrivate extends UnreadIds {
  readonly other_user_id: number
  readonly sender_id: number
}

export interface UnreadTopic extends UnreadIds {
  readonly stream_id: number
  readonly topic: string
  readonly sender_ids: readonly number[]
}

export interface UnreadGroup extends UnreadIds {
  /** Ids of all participants with the reader, ascending, separated by commas. */
  readonly user_ids_string: string
}

export interface UserTopic {
  stream_id: number
  topic_name: string
  visibility_policy: TopicPolicy
  /** Unix time in seconds. */
  last_updated: number
}

/** 0 inherited from the stream, 1 muted, 2 unmuted, 3 followed. Source: docs/protocol/settings.md#topic-visibility. */
export type TopicPolicy = 0 | 1 | 2 | 3

/** Unix times in seconds, 0 for never. Source: docs/protocol/presence.md#presence-forms. */
export interface Presence {
  /** Last activity of the user. */
  active_timestamp: number
  /** Last time at which a client of the user was running. */
  idle_timestamp: number
}

/** Status text and emoji set by a user. Source: docs/protocol/register.md#user-status. */
export interface UserStatus {
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

/** Source: docs/protocol/register.md#realm-emoji. */
export interface RealmEmoji {
  id: string
  name: string
  source_url: string
  still_url: string | null
  deactivated: boolean
  author_id: number | null
}

export interface SavedSnippet {
  id: number
  title: string
  content: string
  /** Unix time in seconds. */
  date_created: number
}

/** Source: docs/protocol/drafts-and-schedule.md#draft-object. */
export interface Draft {
  id: number
  type: '' | 'stream' | 'private'
  /** Id of one stream, or ids of users; may be empty. */
  to: readonly number[]
  topic: string
  content: string
  /** Unix time in seconds. */
  timestamp: number
}

export interface Linkifier {
  id: number
  pattern: string
  url_template: string
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
  is_moderator: boolean
  is_guest: boolean
  can_create_streams: boolean
  can_create_public_streams: boolean
  can_create_private_streams: boolean
  can_create_web_public_streams: boolean
  can_subscribe_other_users: boolean
  can_invite_others_to_realm: boolean
  user_settings: Readonly<Record<string, unknown>>
  /** Hints not shown yet. */
  onboarding_steps: readonly { name: string }[]

  realm_name: string
  realm_users: readonly User[]
  realm_non_active_users: readonly User[]
  cross_realm_bots: readonly User[]
  realm_bots: readonly Bot[]
  realm_user_groups: readonly UserGroup[]
  /** By emoji id. */
  realm_emoji: Readonly<Record<string, RealmEmoji>>
  realm_linkifiers: readonly Linkifier[]
  /** Ids of streams. */
  realm_default_streams: readonly number[]
  realm_default_stream_groups: readonly DefaultStreamGroup[]
  /** Folders of streams, including archived folders, in display order. */
  channel_folders: readonly ChannelFolder[]

  /** All streams visible to the user, including subscribed ones. */
  streams: readonly Stream[]
  subscriptions: readonly Subscription[]
  unsubscribed: readonly Stream[]
  never_subscribed: readonly Stream[]
  user_topics: readonly UserTopic[]
  muted_users: readonly { id: number; timestamp: number }[]
  alert_words: readonly string[]
  saved_snippets: readonly SavedSnippet[]
  /** Newest first. */
  drafts: readonly Draft[]

  /** By user id. */
  presences: Readonly<Record<string, Presence>>
  /** Latest known time of the server: Unix time in seconds, with a fraction. */
  server_timestamp: number
  /** By user id; users without a status are absent. */
  user_status: Readonly<Record<string, UserStatus>>

  max_message_id: number
  unread_msgs: UnreadMessages
  /** Ascending. */
  starred_messages: readonly number[]
  /** Newest first; user ids without the reader. */
  recent_private_conversations: readonly RecentConversation[]

  /** Parameters of this server. */
  server_presence_offline_threshold_seconds: number
  server_presence_ping_interval_seconds: number
  event_queue_longpoll_timeout_seconds: number

  /** All other keys of the answer, for single screens. */
  [key: string]: unknown
}

interface RecentConversation {
  max_message_id: number
  user_ids: readonly number[]
}

/** An event from the queue. Source: docs/protocol/events.md#common. */
export interface ServerEvent {
  id: number
  type: string
  [key: string]: unknown
}
