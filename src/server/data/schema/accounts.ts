import type { ColumnType, Generated } from 'kysely'
import type { ReactionType } from '../../../shared/rules/reaction-types'
import type { ApiKeyScope } from '../../../shared/rules/api-key-scopes'
import type { BotType, Role } from '../../../shared/rules/roles'
import type { Id, StoredSettings, Timestamp } from './columns'

/* Realms, their people and bots, and their settings. */

/** Uploaded pictures of a realm, by kind; a null key means that the picture was removed. */
export type RealmPictures = Readonly<
  Partial<Record<'icon' | 'logo' | 'night_logo', { key: string | null; version: number }>>
>

export interface RealmsTable {
  id: Id
  string_id: string
  name: string
  description: Generated<string>
  notifications_stream_id: number | null
  waiting_period_days: Generated<number>
  settings: Generated<StoredSettings>
  pictures: Generated<RealmPictures>
  /** Default settings of new accounts that differ from the server's. */
  user_defaults: Generated<StoredSettings>
  alert_words_version: Generated<number>
  linkifiers_version: string | null
  uuid: Generated<string>
  /** The linkifier version about whose slowness the administrators were warned. */
  linkifiers_warned_version: Generated<string | null>
  created_at: Timestamp
  deactivated_at: Date | null
}

export interface UsersTable {
  realm_id: number
  id: Id
  /** The email that records show: the real address or a placeholder. */
  email: string
  /** The real address, if `email` is a placeholder; see `addressOf`. */
  delivery_email: string | null
  full_name: string
  short_name: string
  role: Role
  is_bot: Generated<boolean>
  bot_type: BotType | null
  bot_owner_id: number | null
  is_system_bot: Generated<boolean>
  password_hash: string | null
  api_key: string
  avatar_version: Generated<number>
  avatar_key: string | null
  timezone: Generated<string>
  recipient_id: Generated<number>
  pointer: Generated<number>
  default_sending_stream_id: number | null
  default_events_register_stream_id: number | null
  default_all_public_streams: Generated<boolean>
  desktop_notifications: Generated<boolean>
  audible_notifications: Generated<boolean>
  push_notifications: Generated<boolean>
  email_notifications: Generated<boolean>
  translate_emoticons: Generated<boolean>
  settings: Generated<StoredSettings>
  /** Values of its profile fields, by field id. */
  profile_data: Generated<ProfileData>
  owner_warned_at: Date | null
  /** Ids of the users who have muted this one. */
  muter_ids: Generated<number[]>
  date_joined: Timestamp
  deactivated_at: Date | null
  /** Whether it was imported, and its person has not logged in yet. */
  is_imported_stub: Generated<boolean>
  /** Whether nobody has confirmed that the address belongs to the person. */
  is_address_unconfirmed: Generated<boolean>
}

/** The profile values of an account, by field id. */
export type ProfileData = Readonly<Record<string, ProfileValue>>

export interface ProfileValue {
  /** JSON list of user ids for fields that name people. */
  value: string
  /** HTML, for short and long text fields. */
  rendered_value?: string
}

export interface ProfileFieldsTable {
  realm_id: number
  id: Id
  name: string
  hint: Generated<string>
  field_type: number
  field_data: Generated<string>
  position: number
  display_in_profile_summary: Generated<boolean>
  required: Generated<boolean>
  editable_by_user: Generated<boolean>
  use_for_user_matching: Generated<boolean>
}

export interface AccountChangesTable {
  realm_id: number
  id: Id
  user_ids: number[] | null
}

export interface SessionsTable {
  realm_id: number
  id: Id
  user_id: number
  token_hash: string
  created_at: Timestamp
  last_used_at: Timestamp
  address: string
  browser: string
  /** The identity provider that the session came by; null: a password. */
  provider_slug: string | null
  /** The session there, written as text. */
  provider_session: ColumnType<ProviderSession | null, string | null | undefined, never>
  /** Last proof of the person; null: the log-in. */
  proved_at: Date | null
}

/** A session at a SAML provider. */
export interface ProviderSession {
  nameId: string
  nameIdFormat?: string | undefined
  sessionIndex?: string | undefined
}

export interface ApiKeysTable {
  realm_id: number
  id: Id
  user_id: number
  name: string
  scope: ApiKeyScope
  key_hash: string
  created_at: Timestamp
  expires_at: Date | null
  last_used_at: Date | null
}

export interface UserStatusesTable {
  realm_id: number
  user_id: number
  status_text: Generated<string>
  emoji_name: Generated<string>
  emoji_code: Generated<string>
  reaction_type: Generated<ReactionType | ''>
  ends_at: Date | null
}

export interface MutedUsersTable {
  realm_id: number
  user_id: number
  muted_user_id: number
  muted_at: Date
}

export interface AlertWordsTable {
  realm_id: number
  user_id: number
  word_key: string
  word: string
}

export interface SavedSnippetsTable {
  realm_id: number
  user_id: number
  id: Id
  title: string
  content: string
  created_at: Date
}

export interface DraftsTable {
  realm_id: number
  user_id: number
  id: Id
  type: 'stream' | 'private' | ''
  recipient_ids: number[]
  topic: string
  content: string
  edited_at: Date
}

export interface UserGroupsTable {
  realm_id: number
  id: Id
  name: string
  description: Generated<string>
  is_system_group: Generated<boolean>
  role: number | null
  creator_id: number | null
  /** Permissions on the group, as group values by name; only those that were set. */
  permissions: Generated<StoredSettings>
  created_at: Timestamp
  deactivated_at: Date | null
  /** Slug of the identity provider whose rules choose the members. */
  managed_by: Generated<string | null>
}

export interface UserGroupMembersTable {
  realm_id: number
  group_id: number
  user_id: number
}

export interface UserGroupSubgroupsTable {
  realm_id: number
  group_id: number
  subgroup_id: number
}

export interface AuditLogTable {
  realm_id: number
  id: Id
  created_at: Generated<Date>
  act: string
  source: 'api' | 'cli' | 'server'
  acting_user_id: number | null
  address: string | null
  client: string | null
  affected_type: string | null
  affected_id: number | null
  before: ColumnType<Record<string, unknown>, string, never>
  after: ColumnType<Record<string, unknown>, string, never>
}

export interface OnboardingStepsTable {
  realm_id: number
  user_id: number
  name: string
  seen_at: Timestamp
}
