import type { Selectable } from 'kysely'
import type {
  RealmsTable,
  UsersTable,
  AccountChangesTable,
  AuditLogTable,
  ApiKeysTable,
  SessionsTable,
  UserStatusesTable,
  MutedUsersTable,
  AlertWordsTable,
  SavedSnippetsTable,
  DraftsTable,
  ProfileFieldsTable,
  UserGroupsTable,
  UserGroupMembersTable,
  UserGroupSubgroupsTable,
  OnboardingStepsTable,
} from './accounts'
import type { LinkPreviewJobsTable, LinkPreviewsTable } from './previews'
import type { BotServicesTable, WebhookJobsTable, BotStorageTable } from './bots'
import type {
  ChannelFoldersTable,
  DefaultStreamGroupsTable,
  DefaultStreamGroupStreamsTable,
  NavigationViewsTable,
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
  ArchivedMessagesTable,
  FilesToDeleteTable,
  LeasesTable,
  MessageDeletionJobsTable,
  RealmExportsTable,
} from './retention'
import type {
  ClaimGrantsTable,
  DirectoryPeopleTable,
  DirectorySyncsTable,
  ExternalIdentitiesTable,
  IdentityProvidersTable,
  PasskeysTable,
  RecoveryCodesTable,
  RefusedLoginsTable,
  SecondFactorDutiesTable,
  TotpSecretsTable,
  UsedAssertionsTable,
  ScimGroupsTable,
  ScimTokensTable,
  ScimUsersTable,
} from './identities'
import type { ImportJobsTable, ImportPartsTable } from './imports'
import type { InvitationDaysTable, InvitationsTable } from './invitations'
import type {
  BouncedAddressesTable,
  DigestProgressTable,
  ConfirmationsTable,
  IncomingMailPartsTable,
  IncomingMailsTable,
  MailsTable,
  MissedMessagesTable,
  NotificationProgressTable,
  ReplyAddressesTable,
  StreamAddressesTable,
} from './mail'
import type {
  ClientDevicesTable,
  MobileDevicesTable,
  PersonUuidsTable,
  PushBouncerTable,
  PushSealingKeysTable,
  BouncerRealmsTable,
} from './mobile'
import type { PushDevicesTable, PushJobsTable, PushKeysTable, PushMessagesTable } from './push'
import type { ScheduledMessagesTable, ScheduledMessageUploadsTable } from './schedule'
import type {
  UploadsTable,
  MessageUploadsTable,
  RealmEmojiTable,
  RealmSecretsTable,
  RealmLinkifiersTable,
  RealmDomainsTable,
  RealmPlaygroundsTable,
} from './appearance'

import type { MessageCountProgressTable, MessageCountsTable } from './statistics'

export type { StoredSettings } from './columns'
export type {
  AlertWordsTable,
  ApiKeysTable,
  AuditLogTable,
  DraftsTable,
  ProfileData,
  ProfileFieldsTable,
  ProfileValue,
  RealmsTable,
  SessionsTable,
  UserGroupsTable,
  UsersTable,
} from './accounts'
export type {
  ChannelFoldersTable,
  NavigationViewsTable,
  StreamsTable,
  TopicVisibility,
} from './streams'
export type { ReactionType } from '../../../shared/rules/reaction-types'
export type { RealmEmojiTable, UploadsTable } from './appearance'
export type { IdentityProvidersTable, PasskeysTable } from './identities'
export type { InvitationsTable } from './invitations'
export type { ProviderSession } from './accounts'
export type { ScheduledMessagesTable } from './schedule'
export type { ServiceInterface } from './bots'
export type {
  ConfirmationsTable,
  IncomingMailRow,
  MailsTable,
  NotificationTrigger,
  ReplyAddressRow,
  StreamAddressRow,
} from './mail'

/** The tables for Kysely; db/migrations defines them. */
export interface Schema {
  realms: RealmsTable
  users: UsersTable
  streams: StreamsTable
  channel_folders: ChannelFoldersTable
  default_stream_groups: DefaultStreamGroupsTable
  default_stream_group_streams: DefaultStreamGroupStreamsTable
  navigation_views: NavigationViewsTable
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
  api_keys: ApiKeysTable
  sessions: SessionsTable
  identity_providers: IdentityProvidersTable
  external_identities: ExternalIdentitiesTable
  claim_grants: ClaimGrantsTable
  directory_people: DirectoryPeopleTable
  directory_syncs: DirectorySyncsTable
  refused_logins: RefusedLoginsTable
  used_assertions: UsedAssertionsTable
  scim_tokens: ScimTokensTable
  scim_users: ScimUsersTable
  scim_groups: ScimGroupsTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  second_factor_duties: SecondFactorDutiesTable
  passkeys: PasskeysTable
  user_topics: UserTopicsTable
  muted_users: MutedUsersTable
  alert_words: AlertWordsTable
  saved_snippets: SavedSnippetsTable
  drafts: DraftsTable
  scheduled_messages: ScheduledMessagesTable
  scheduled_message_uploads: ScheduledMessageUploadsTable
  profile_fields: ProfileFieldsTable
  user_groups: UserGroupsTable
  user_group_members: UserGroupMembersTable
  user_group_subgroups: UserGroupSubgroupsTable
  user_statuses: UserStatusesTable
  bot_services: BotServicesTable
  webhook_jobs: WebhookJobsTable
  link_previews: LinkPreviewsTable
  link_preview_jobs: LinkPreviewJobsTable
  bot_storage: BotStorageTable
  realm_linkifiers: RealmLinkifiersTable
  message_counts: MessageCountsTable
  message_count_progress: MessageCountProgressTable
  realm_domains: RealmDomainsTable
  realm_playgrounds: RealmPlaygroundsTable
  onboarding_steps: OnboardingStepsTable
  archived_messages: ArchivedMessagesTable
  doomed_files: FilesToDeleteTable
  leases: LeasesTable
  message_deletion_jobs: MessageDeletionJobsTable
  notification_progress: NotificationProgressTable
  missed_messages: MissedMessagesTable
  push_keys: PushKeysTable
  push_devices: PushDevicesTable
  push_messages: PushMessagesTable
  push_jobs: PushJobsTable
  mobile_devices: MobileDevicesTable
  client_devices: ClientDevicesTable
  push_sealing_keys: PushSealingKeysTable
  push_bouncer: PushBouncerTable
  bouncer_realms: BouncerRealmsTable
  person_uuids: PersonUuidsTable
  realm_exports: RealmExportsTable
  import_jobs: ImportJobsTable
  import_parts: ImportPartsTable
  invitations: InvitationsTable
  invitation_days: InvitationDaysTable
  confirmations: ConfirmationsTable
  mails: MailsTable
  stream_addresses: StreamAddressesTable
  reply_addresses: ReplyAddressesTable
  incoming_mails: IncomingMailsTable
  incoming_mail_parts: IncomingMailPartsTable
  bounced_addresses: BouncedAddressesTable
  digest_progress: DigestProgressTable
}

export type RealmRow = Selectable<RealmsTable>
export type UserRow = Selectable<UsersTable>
export type ProfileFieldRow = Selectable<ProfileFieldsTable>
export type StreamRow = Selectable<StreamsTable>
export type MessageRow = Selectable<MessagesTable>
export type MessageEditRow = Selectable<MessageEditsTable>
export type UserStatusRow = Selectable<UserStatusesTable>
export type ChannelFolderRow = Selectable<ChannelFoldersTable>
export type NavigationViewRow = Selectable<NavigationViewsTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>
export type UserGroupRow = Selectable<UserGroupsTable>
export type BotServiceRow = Selectable<BotServicesTable>
export type WebhookJobRow = Selectable<WebhookJobsTable>
export type LinkPreviewRow = Selectable<LinkPreviewsTable>
export type LinkPreviewJobRow = Selectable<LinkPreviewJobsTable>
export type LinkifierRow = Selectable<RealmLinkifiersTable>
export type UploadRow = Selectable<UploadsTable>
export type ApiKeyRow = Selectable<ApiKeysTable>
export type SessionRow = Selectable<SessionsTable>
export type IdentityProviderRow = Selectable<IdentityProvidersTable>
export type ScimTokenRow = Selectable<ScimTokensTable>
export type TotpSecretRow = Selectable<TotpSecretsTable>
export type PasskeyRow = Selectable<PasskeysTable>
export type AuditLogRow = Selectable<AuditLogTable>
export type RealmEmojiRow = Selectable<RealmEmojiTable>
export type SubmessageRow = Selectable<SubmessagesTable>
export type SavedSnippetRow = Selectable<SavedSnippetsTable>
export type ConfirmationRow = Selectable<ConfirmationsTable>
export type MailRow = Selectable<MailsTable>
export type PushDeviceRow = Selectable<PushDevicesTable>
export type ClientDeviceRow = Selectable<ClientDevicesTable>
export type MobileDeviceRow = Selectable<MobileDevicesTable>
export type PushBouncerRow = Selectable<PushBouncerTable>
export type PushJobRow = Selectable<PushJobsTable>
export type MessageDeletionJobRow = Selectable<MessageDeletionJobsTable>
export type RealmExportRow = Selectable<RealmExportsTable>
export type ImportJobRow = Selectable<ImportJobsTable>
export type InvitationRow = Selectable<InvitationsTable>
export type { ExportFormat, ExportType } from './retention'
export type { ImportReport } from './imports'
