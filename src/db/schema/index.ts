import type { Selectable } from 'kysely'
import type {
  RealmsTable,
  UsersTable,
  AccountChangesTable,
  AuditLogTable,
  SessionsTable,
  UserStatusesTable,
  MutedUsersTable,
  AlertWordsTable,
  SavedSnippetsTable,
  DraftsTable,
  UserGroupsTable,
  UserGroupMembersTable,
  UserGroupSubgroupsTable,
} from './accounts'
import type { BotServicesTable, WebhookJobsTable, BotStorageTable } from './bots'
import type {
  StreamsTable,
  SubscriptionsTable,
  SubscriptionPeriodsTable,
  UserTopicsTable,
} from './streams'
import type {
  DmGroupsTable,
  DmGroupMembersTable,
  MessagesTable,
  TopicReadStatesTable,
  MessageFlagsTable,
  ReactionsTable,
  SubmessagesTable,
  MessageEditsTable,
  LocalMessagesTable,
  OutboxTable,
} from './messages'
import type {
  UploadsTable,
  MessageUploadsTable,
  RealmEmojiTable,
  RealmSecretsTable,
  RealmLinkifiersTable,
} from './appearance'

export { botTypes, roles } from './columns'
export type { BotType, Role, StoredSettings } from './columns'
export type {
  AlertWordsTable,
  AuditLogTable,
  DraftsTable,
  RealmsTable,
  SessionsTable,
  UserGroupsTable,
  UsersTable,
} from './accounts'
export type { StreamsTable, TopicVisibility } from './streams'
export type { ReactionType } from './messages'
export type { RealmEmojiTable, UploadsTable } from './appearance'
export type { ServiceInterface } from './bots'

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
  topic_read_states: TopicReadStatesTable
  message_flags: MessageFlagsTable
  reactions: ReactionsTable
  submessages: SubmessagesTable
  message_edits: MessageEditsTable
  local_messages: LocalMessagesTable
  uploads: UploadsTable
  message_uploads: MessageUploadsTable
  realm_emoji: RealmEmojiTable
  realm_secrets: RealmSecretsTable
  outbox: OutboxTable
  account_changes: AccountChangesTable
  audit_log: AuditLogTable
  sessions: SessionsTable
  user_topics: UserTopicsTable
  muted_users: MutedUsersTable
  alert_words: AlertWordsTable
  saved_snippets: SavedSnippetsTable
  drafts: DraftsTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  user_group_subgroups: UserGroupSubgroupsTable
  user_statuses: UserStatusesTable
  bot_services: BotServicesTable
  webhook_jobs: WebhookJobsTable
  bot_storage: BotStorageTable
  realm_linkifiers: RealmLinkifiersTable
}

export type RealmRow = Selectable<RealmsTable>
export type UserRow = Selectable<UsersTable>
export type StreamRow = Selectable<StreamsTable>
export type MessageRow = Selectable<MessagesTable>
export type MessageEditRow = Selectable<MessageEditsTable>
export type UserStatusRow = Selectable<UserStatusesTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>
export type UserGroupRow = Selectable<UserGroupsTable>
export type BotServiceRow = Selectable<BotServicesTable>
export type WebhookJobRow = Selectable<WebhookJobsTable>
export type LinkifierRow = Selectable<RealmLinkifiersTable>
export type UploadRow = Selectable<UploadsTable>
export type SessionRow = Selectable<SessionsTable>
export type AuditLogRow = Selectable<AuditLogTable>
export type RealmEmojiRow = Selectable<RealmEmojiTable>
export type SubmessageRow = Selectable<SubmessagesTable>
export type SavedSnippetRow = Selectable<SavedSnippetsTable>
