import { Type } from '@sinclair/typebox'
import type { UserRow } from '../../db/schema'
import { choice, defaultsOf, toggle, language, setting } from './declare'
import type { SettingValues } from './declare'

/*
 * What people choose for themselves. Older clients know the two halves as display and notification
 * settings, newer ones everything as one object. Source: docs/protocol/settings.md#user-settings.
 */

export const displaySettings = {
  color_scheme: choice(1, 2, 3),
  default_language: language(),
  demote_inactive_streams: choice(1, 2, 3),
  dense_mode: toggle(true),
  display_emoji_reaction_users: toggle(true),
  emojiset: choice('google', 'google-blob', 'twitter', 'text'),
  enter_sends: toggle(true),
  fluid_layout_width: toggle(false),
  high_contrast_mode: toggle(false),
  left_side_userlist: toggle(false),
  night_mode: toggle(false),
  starred_message_counts: toggle(true),
  timezone: setting(Type.String({ maxLength: 40 }), ''),
  translate_emoticons: toggle(false),
  twenty_four_hour_time: toggle(false),
  user_list_style: choice(2, 1, 3),
  web_home_view: choice('inbox', 'recent_topics', 'all_messages', 'recent'),
} as const

export const notificationSettings = {
  desktop_icon_count_display: choice(1, 2, 3, 4),
  enable_desktop_notifications: toggle(true),
  enable_digest_emails: toggle(true),
  enable_login_emails: toggle(false),
  enable_offline_email_notifications: toggle(true),
  enable_offline_push_notifications: toggle(true),
  enable_online_push_notifications: toggle(true),
  enable_sounds: toggle(true),
  enable_stream_audible_notifications: toggle(false),
  enable_stream_desktop_notifications: toggle(false),
  enable_stream_email_notifications: toggle(false),
  enable_stream_push_notifications: toggle(false),
  message_content_in_email_notifications: toggle(true),
  notification_sound: choice('zulip', 'none'),
  pm_content_in_desktop_notifications: toggle(true),
  realm_name_in_email_notifications_policy: choice(1, 2, 3),
  realm_name_in_notifications: toggle(false),
  wildcard_mentions_notify: toggle(true),
} as const

/** Settings that only newer clients know. */
const otherSettings = {
  enable_drafts_synchronization: toggle(true),
  presence_enabled: toggle(true),
  send_private_typing_notifications: toggle(true),
  send_read_receipts: toggle(true),
  send_stream_typing_notifications: toggle(true),
  web_inbox_show_channel_folders: toggle(true),
} as const

export const userSettings = { ...displaySettings, ...notificationSettings, ...otherSettings }

export type UserSettings = SettingValues<typeof userSettings>
export type UserSettingName = keyof UserSettings

export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
]

export const notificationSounds = ['zulip']

/** Names under which older clients know a setting, beside its own. */
export const olderNames: Readonly<Record<string, readonly string[]>> = {
  enable_stream_audible_notifications: ['enable_stream_sounds'],
}

/** Settings that the server itself reads in queries have columns of their own. */
export const columnOf = {
  enable_stream_audible_notifications: 'audible_notifications',
  enable_stream_desktop_notifications: 'desktop_notifications',
  enable_stream_email_notifications: 'email_notifications',
  enable_stream_push_notifications: 'push_notifications',
  timezone: 'timezone',
  translate_emoticons: 'translate_emoticons',
} as const satisfies Partial<Record<UserSettingName, keyof UserRow>>

const defaults = defaultsOf(userSettings)

/** The settings of an account: its own choices, and the defaults elsewhere. */
export function userSettingsOf(user: UserRow): UserSettings {
  return {
    ...defaults,
    ...user.settings,
    enable_stream_audible_notifications: user.audible_notifications,
    enable_stream_desktop_notifications: user.desktop_notifications,
    enable_stream_email_notifications: user.email_notifications,
    enable_stream_push_notifications: user.push_notifications,
    timezone: user.timezone,
    translate_emoticons: user.translate_emoticons,
  }
}
