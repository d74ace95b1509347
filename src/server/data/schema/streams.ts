import type { Generated } from 'kysely'
import type { StreamTopicsPolicy } from '../../../shared/rules/empty-topics'
import type { Id, ReadIds, StoredSettings, Timestamp } from './columns'

/* Streams, subscriptions and topic policies. */

export interface StreamsTable {
  realm_id: number
  id: Id
  name: string
  description: Generated<string>
  rendered_description: Generated<string>
  invite_only: Generated<boolean>
  is_announcement_only: Generated<boolean>
  history_public_to_subscribers: Generated<boolean>
  is_default: Generated<boolean>
  creator_id: number | null
  /** Permissions in the stream, as group values by name; only those that were set. */
  permissions: Generated<StoredSettings>
  recipient_id: Generated<number>
  subscribers_version: Generated<number>
  created_at: Timestamp
  deactivated_at: Date | null
  message_retention_days: number | null
  folder_id: number | null
  topics_policy: Generated<StreamTopicsPolicy>
}

export interface ChannelFoldersTable {
  realm_id: number
  id: Id
  name: string
  description: Generated<string>
  rendered_description: Generated<string>
  creator_id: number | null
  created_at: Date
  position: number
  archived_at: Date | null
}

export interface DefaultStreamGroupsTable {
  realm_id: number
  id: Id
  name: string
  description: string
}

export interface DefaultStreamGroupStreamsTable {
  realm_id: number
  group_id: number
  stream_id: number
}

export interface NavigationViewsTable {
  realm_id: number
  user_id: number
  fragment: string
  name: string | null
  is_pinned: boolean
}

export interface SubscriptionsTable {
  realm_id: number
  user_id: number
  stream_id: number
  active: Generated<boolean>
  /** `streams.subscribers_version` that the latest join made. */
  joined_version: Generated<number>
  color: string
  is_muted: Generated<boolean>
  pin_to_top: Generated<boolean>
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
  push_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
  read: Generated<ReadIds>
}

export interface SubscriptionPeriodsTable {
  realm_id: number
  user_id: number
  stream_id: number
  from_message_id: number
  to_message_id: number | null
}

export type TopicVisibility = 1 | 2 | 3

export interface UserTopicsTable {
  realm_id: number
  user_id: number
  stream_id: number
  topic_key: string
  topic: string
  visibility_policy: TopicVisibility
  updated_at: Date
}
