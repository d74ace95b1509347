import { Type } from '@sinclair/typebox'
import type { UserWithRealm } from '../../../data/users/users'
import { realmTopicsPolicies } from '../../../../shared/rules/empty-topics'
import type { RealmProperties } from '../../../../shared/realm-events'
import { systemGroups } from '../../../../shared/rules/system-groups'
import {
  choice,
  defaultsOf,
  keepingTime,
  language,
  setting,
  timeLimit,
  toggle,
} from '../settings/declare'
import type { SettingValues } from '../settings/declare'
import { jitsiServerUrl, streamOrNone } from './setting-kinds'

const weekInSeconds = 604_800

/**
 * All settings of an organization with their defaults, named as on the wire without the prefix `realm_`; permissions are in
 * permissions/realm.ts.
 * The last group is only passed to clients; the server does not act on it.
 * Sources: docs/protocol/realm-settings.md#properties, docs/protocol/register.md#realm, docs/protocol/messages.md#edit-policy.
 */
export const realmSettings = {
  allow_message_editing: toggle(true),
  /** Time in which senders may edit the text of a message; the server adds some seconds of grace. */
  message_content_edit_limit_seconds: timeLimit(600),
  /** Visible edit history: everything, only moves, or nothing. */
  message_edit_history_visibility_policy: choice('all', 'moves', 'none'),
  /** Time in which messages may be moved; moderators have no limit. */
  move_messages_within_stream_limit_seconds: timeLimit(weekInSeconds),
  move_messages_between_streams_limit_seconds: timeLimit(weekInSeconds),
  /** Time in which senders may delete their messages. */
  message_content_delete_limit_seconds: timeLimit(600),
  /** Retention of messages in days, unless their stream has its own. */
  message_retention_days: keepingTime(),

  name_changes_disabled: toggle(false),
  enable_read_receipts: toggle(true),
  /** Whether presence is hidden from everybody. */
  presence_disabled: toggle(false),
  inline_image_preview: toggle(true),
  /** Off at first, since the server then requests pages that people link. */
  inline_url_embed_preview: toggle(false),

  /** Whether streams take the empty topic, unless they have a policy of their own. */
  topics_policy: choice(...realmTopicsPolicies),
  /** Type of the organization in the protocol's numbers; the server only passes it on. */
  org_type: choice(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000),
  /** Language of a code block that names none. */
  default_code_block_language: setting(
    Type.String({ maxLength: 40, pattern: '^[\\w#+./-]*$' }),
    '',
  ),
  giphy_rating: choice(2, 0, 1, 3, 4, 5),
  video_chat_provider: choice(0, 1),
  jitsi_server_url: jitsiServerUrl,
  /** Whether Notification Bot posts changes of a stream's settings in the stream. */
  send_channel_events_messages: toggle(true),
  /** Whether clients mark guests. */
  enable_guest_user_indicator: toggle(true),
  enable_guest_user_dm_warning: toggle(true),

  /** Stream for announcements of new accounts. */
  signup_announcements_stream_id: streamOrNone(),
  /** Stream for reports of messages. */
  moderation_request_channel_id: streamOrNone(),

  /** Whether names of active accounts must be unique. */
  require_unique_names: toggle(false),
  /** Restrict changes of one's own avatar and email address to administrators. */
  avatar_changes_disabled: toggle(false),
  email_changes_disabled: toggle(false),

  /** Whether joining requires an invitation; otherwise an allowed address is enough. */
  invite_required: toggle(true),
  /** Restrictions of the addresses of new accounts. */
  emails_restricted_to_domains: toggle(false),
  disallow_disposable_email_addresses: toggle(false),

  /** People from whom a password alone is not enough after the days of grace. */
  two_factor_required: choice('nobody', 'administrators', 'all'),

  /** Whether mails about missed messages may show them. */
  message_content_allowed_in_email_notifications: toggle(true),
  /** Whether people who were away get a digest, and its day of the week (UTC): 0 is Monday. */
  digest_emails_enabled: toggle(false),
  digest_weekday: choice(1, 0, 2, 3, 4, 5, 6),

  /** Whether pushes to devices must be encrypted end to end: the server sends no others. */
  require_e2ee_push_notifications: toggle(false),

  /** Second message of Welcome Bot to new accounts; '' sends none. */
  welcome_message_custom_text: setting(Type.String({ maxLength: 8_000 }), ''),

  /** Language of the server's messages in streams and to new accounts. */
  default_language: language(),

  // Only passed to clients.
  default_twenty_four_hour_time: toggle(false),
} as const

export type RealmSettings = SettingValues<typeof realmSettings>

export const realmSettingDefaults: RealmSettings = defaultsOf(realmSettings)

/** Settings that only owners may change. Source: docs/protocol/realm-settings.md#patch-realm-owner-only. */
export const settingsOfOwners: readonly string[] = [
  'authentication_methods',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'two_factor_required',
  'waiting_period_threshold',
]

/** Settings that name a stream. */
export const streamSettings = [
  'signup_announcements_stream_id',
  'moderation_request_channel_id',
] as const satisfies readonly (keyof typeof realmSettings)[]

/** Second names of settings, for older or newer clients. */
export const secondNames: { readonly [Name in keyof RealmProperties]?: keyof RealmProperties } = {
  giphy_rating: 'gif_rating_policy',
  signup_announcements_stream_id: 'signup_notifications_stream_id',
}

/** The settings of an account's organization, read from the account's row without a query. */
export function realmSettingsOf({
  realm_settings,
}: Pick<UserWithRealm, 'realm_settings'>): RealmSettings {
  return { ...realmSettingDefaults, ...realm_settings }
}

/** Whether an organization limits which users guests can see. */
export function limitsGuests({ realm_settings }: Pick<UserWithRealm, 'realm_settings'>): boolean {
  return realm_settings['can_access_all_users_group'] === systemGroups.members.id
}

/** Id of the user to hide from limited guests in an event; undefined if there is nothing to hide. */
export function identityOf(
  account: Pick<UserWithRealm, 'realm_settings' | 'id' | 'is_bot'>,
): number | undefined {
  return limitsGuests(account) && !account.is_bot ? account.id : undefined
}
