import type { UserWithRealm } from '../../../data/users/users'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { choice, defaultsOf, keepingTime, toggle, language, timeLimit } from '../settings/declare'
import type { SettingValues } from '../settings/declare'
import { realmProperties } from './properties'

const weekInSeconds = 604_800

/**
 * Settings of an organization with their defaults, named as on the wire without the prefix `realm_`.
 * The last group is only passed to clients; the server does not act on it.
 * Sources: docs/protocol/register.md#realm, docs/protocol/messages.md#edit-policy.
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

  ...realmProperties,

  /** Language of the server's messages in streams and to new accounts. */
  default_language: language(),

  // Only passed to clients.
  default_twenty_four_hour_time: toggle(false),
} as const

export type RealmSettings = SettingValues<typeof realmSettings>

export const realmSettingDefaults: RealmSettings = defaultsOf(realmSettings)

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
