import type { ColumnType, Generated, Selectable } from 'kysely'

/** Identity column: the database gives the value. */
type Id = ColumnType<number, never, never>
type Timestamp = ColumnType<Date, Date | undefined, Date>

export const roles = { owner: 100, administrator: 200, member: 400, guest: 600 } as const
export type Role = (typeof roles)[keyof typeof roles]

export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const
export type BotType = (typeof botTypes)[keyof typeof botTypes]

export interface RealmsTable {
  id: Id
  string_id: string
  name: string
  description: Generated<string>
  notifications_stream_id: number | null
  waiting_period_days: Generated<number>
  created_at: Timestamp
  deactivated_at: Date | null
}

export interface UsersTable {
  realm_id: number
  id: Id
  email: string
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
  owner_warned_at: Date | null
  date_joined: Timestamp
  deactivated_at: Date | null
}

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
  recipient_id: Generated<number>
  subscribers_version: Generated<number>
  created_at: Timestamp
  deactivated_at: Date | null
}

export interface SubscriptionsTable {
  realm_id: number
  user_id: number
  stream_id: number
  active: Generated<boolean>
  color: string
  is_muted: Generated<boolean>
  pin_to_top: Generated<boolean>
  desktop_notifications: Generated<boolean>
  audible_notifications: Generated<boolean>
  push_notifications: Generated<boolean>
  email_notifications: Generated<boolean>
}

export interface SubscriptionPeriodsTable {
  realm_id: number
  user_id: number
  stream_id: number
  from_message_id: number
  to_message_id: number | null
}

export interface DmGroupsTable {
  realm_id: number
  id: Id
  member_key: string
  recipient_id: Generated<number>
  created_at: Timestamp
}

export interface DmGroupMembersTable {
  realm_id: number
  dm_group_id: number
  user_id: number
}

export interface MessagesTable {
  realm_id: number
  id: Id
  sender_id: number
  stream_id: number | null
  dm_group_id: number | null
  topic: string
  content: string
  rendered_content: string
  is_me_message: Generated<boolean>
  client: string
  sent_at: Date
}

export interface OutboxTable {
  realm_id: number
  id: Id
  body: string
  in_order: boolean
  created_at: Timestamp
}

export interface AccountChangesTable {
  realm_id: number
  id: Id
  user_ids: number[] | null
}

/** The tables as Kysely sees them; db/migrations defines them. */
export interface Schema {
  realms: RealmsTable
  users: UsersTable
  streams: StreamsTable
  subscriptions: SubscriptionsTable
  subscription_periods: SubscriptionPeriodsTable
  dm_groups: DmGroupsTable
  dm_group_members: DmGroupMembersTable
  messages: MessagesTable
  outbox: OutboxTable
  account_changes: AccountChangesTable
}

export type RealmRow = Selectable<RealmsTable>
export type UserRow = Selectable<UsersTable>
export type StreamRow = Selectable<StreamsTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>
