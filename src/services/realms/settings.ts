import type { UserWithRealm } from '../../db/users/users'
import { choice, defaultsOf, keepingTime, toggle, language, timeLimit } from '../settings/declare'
import type { SettingValues } from '../settings/declare'
import { realmProperties } from './properties'

const weekInSeconds = 604_800

/**
 * Settings that administrators choose for their organisation, each with its default, under the name
 * that clients use after `realm_`. Clients are told of those below "told only", but the server does
 * not act on them.
 * Sources: docs/protocol/register.md#realm, docs/protocol/messages.md#edit-policy.
 */
export const realmSettings = {
  allow_message_editing: toggle(true),
  /** Time in which senders may edit the text of a message; some seconds of grace are added. */
  message_content_edit_limit_seconds: timeLimit(600),
  /** Whether people see what messages were before, or only where. */
  message_edit_history_visibility_policy: choice('all', 'moves', 'none'),
  /** Time in which messages may be moved; it does not bind moderators. */
  move_messages_within_stream_limit_seconds: timeLimit(weekInSeconds),
  move_messages_between_streams_limit_seconds: timeLimit(weekInSeconds),
  /** Time in which people may delete what they wrote. */
  message_content_delete_limit_seconds: timeLimit(600),
  /** Days after which messages are deleted, where their stream says nothing else. */
  message_retention_days: keepingTime(),

  name_changes_disabled: toggle(false),
  enable_read_receipts: toggle(true),
  /** Whether nobody is shown who is there. */
  presence_disabled: toggle(false),
  inline_image_preview: toggle(true),

  ...realmProperties,

  /** In which the server writes to streams, and to new accounts. */
  default_language: language(),

  // Told only.
  default_twenty_four_hour_time: toggle(false),
} as const

export type RealmSettings = SettingValues<typeof realmSettings>

export const realmSettingDefaults: RealmSettings = defaultsOf(realmSettings)

/** The settings of an account's organisation, without asking the database. */
export function realmSettingsOf({
  realm_settings,
}: Pick<UserWithRealm, 'realm_settings'>): RealmSettings {
  return { ...realmSettingDefaults, ...realm_settings }
}
