import { Type } from '@sinclair/typebox'
import type { StoredSettings, UserRow } from '../../../data/schema'
import { followsLanguage, hasTwentyFourHours, withSettledClock } from './clock'
import { choice, defaultsOf, toggle, language, number, setting, storedAfter } from './declare'
import type { SettingValues } from './declare'
import { iconCounts } from '../../../../shared/rules/icon-count'

/*
 * Personal settings of users. Older clients see display and notification settings separately, newer
 * clients see all settings in one object. Source: docs/protocol/settings.md#user-settings.
 */

/** Events upon which a topic is unmuted or followed automatically, in the protocol's numbers. */
export const automaticPolicies = {
  /** The user sends to the topic, reacts or votes. */
  participation: 1,
  sending: 2,
  /** The user sends the first message of the topic. */
  initiation: 3,
  never: 4,
} as const
export type AutomaticPolicy = (typeof automaticPolicies)[keyof typeof automaticPolicies]

/** The view that clients show first; one has an older name, which is taken too. */
const homeView = {
  ...choice('inbox', 'recent', 'all_messages'),
  decode(raw: string): string | undefined {
    const word = raw.trim().replace(/^"(.*)"$/s, '$1')
    if (word === 'recent_topics') return 'recent'
    return ['inbox', 'recent', 'all_messages'].find((view) => view === word)
  },
}

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
  web_home_view: homeView,
} as const

const { all, personalAndFollowed, personal, none } = iconCounts

export const notificationSettings = {
  desktop_icon_count_display: choice(all, personalAndFollowed, personal, none),
  enable_desktop_notifications: toggle(true),
  enable_digest_emails: toggle(true),
  enable_login_emails: toggle(true),
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

const timeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/** As `QuietPeriod` in shared/rules/do-not-disturb.ts. */
const quietPeriod = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
    from: timeOfDay,
    to: timeOfDay,
  },
  { additionalProperties: false },
)

/** A setting with one of the automatic policies; `never` is the default. */
const topicPolicy = () =>
  choice(
    automaticPolicies.never,
    automaticPolicies.participation,
    automaticPolicies.sending,
    automaticPolicies.initiation,
  )

/**
 * Settings that only newer clients know. The last group is only passed to clients; the server does not act
 * on it.
 */
const otherSettings = {
  allow_private_data_export: toggle(false),
  automatically_follow_topics_policy: topicPolicy(),
  automatically_follow_topics_where_mentioned: toggle(false),
  automatically_unmute_topics_in_muted_streams_policy: topicPolicy(),
  /** Visibility of the address: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators and up. */
  email_address_visibility: choice(1, 2, 3, 4, 5),
  enable_drafts_synchronization: toggle(true),
  presence_enabled: toggle(true),
  receives_typing_notifications: toggle(true),
  send_private_typing_notifications: toggle(true),
  send_read_receipts: toggle(true),
  send_stream_typing_notifications: toggle(true),

  /** Whether `twenty_four_hour_time` follows `default_language`, until somebody chooses a clock. */
  clock_follows_language: toggle(true),
  /** Unix time until which no notification disturbs; 0: none. */
  dnd_until: number(0, { minimum: 0, maximum: 9_999_999_999 }),
  /** Periods of the week in which no notification disturbs. */
  dnd_schedule: setting(Type.Array(quietPeriod, { maxItems: 20 }), []),

  // Only passed to clients.
  /** Whether Parley's app shows previews of linked pages. */
  show_link_previews: toggle(true),
  email_notifications_batching_period_seconds: number(120, { minimum: 1, maximum: 604_800 }),
  enable_followed_topic_audible_notifications: toggle(true),
  enable_followed_topic_desktop_notifications: toggle(true),
  enable_followed_topic_email_notifications: toggle(true),
  enable_followed_topic_push_notifications: toggle(true),
  enable_followed_topic_wildcard_mentions_notify: toggle(true),
  enable_marketing_emails: toggle(true),
  hide_ai_features: toggle(false),
  resolved_topic_notice_auto_read_policy: choice('except_followed', 'always', 'never'),
  web_animate_image_previews: choice('on_hover', 'always', 'never'),
  web_channel_default_view: choice(1, 2, 3, 4),
  web_escape_navigates_to_home_view: toggle(true),
  web_font_size_px: number(16, { minimum: 8, maximum: 40 }),
  web_inbox_show_channel_folders: toggle(true),
  web_left_sidebar_show_channel_folders: toggle(true),
  web_left_sidebar_unreads_count_summary: toggle(true),
  web_line_height_percent: number(140, { minimum: 80, maximum: 300 }),
  web_mark_read_on_scroll_policy: choice(1, 2, 3),
  web_navigate_to_sent_message: toggle(true),
  web_stream_unreads_count_display_policy: choice(2, 1, 3),
  web_suggest_update_timezone: toggle(true),
} as const

export const userSettings = { ...displaySettings, ...notificationSettings, ...otherSettings }

export type UserSettings = SettingValues<typeof userSettings>
type UserSettingName = keyof UserSettings

export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
]

export const notificationSounds = ['zulip']

/**
 * Settings for which an organization can set defaults for new accounts: all except language, time zone and quiet
 * times, which are personal. Source: docs/protocol/accounts.md#settings-defaults.
 */
export const defaultableSettings = withoutPersonal(userSettings)

function withoutPersonal<D extends typeof userSettings>(
  settings: D,
): Omit<D, 'default_language' | 'timezone' | 'dnd_until' | 'dnd_schedule'> {
  const {
    default_language: _language,
    timezone: _timezone,
    dnd_until: _until,
    dnd_schedule: _schedule,
    ...others
  } = settings
  return others
}

/** Columns of the settings that queries read; all other settings share the column `settings`. */
const columnOf = {
  enable_stream_audible_notifications: 'audible_notifications',
  enable_stream_desktop_notifications: 'desktop_notifications',
  enable_stream_email_notifications: 'email_notifications',
  enable_stream_push_notifications: 'push_notifications',
  timezone: 'timezone',
  translate_emoticons: 'translate_emoticons',
} as const satisfies Partial<Record<UserSettingName, keyof UserRow>>

const defaults = defaultsOf(userSettings)

/** The columns of an account that hold its settings. */
type SettingsColumns = Pick<UserRow, 'settings' | (typeof columnOf)[keyof typeof columnOf]>

/** The settings of an account: its own values, or the defaults. */
export function userSettingsOf(user: SettingsColumns): UserSettings {
  const own: UserSettings = { ...defaults, ...user.settings }
  const follows = followsLanguage(user.settings)
  return {
    ...own,
    clock_follows_language: follows,
    ...(follows ? { twenty_four_hour_time: hasTwentyFourHours(own.default_language) } : {}),
    enable_stream_audible_notifications: user.audible_notifications,
    enable_stream_desktop_notifications: user.desktop_notifications,
    enable_stream_email_notifications: user.email_notifications,
    enable_stream_push_notifications: user.push_notifications,
    timezone: user.timezone,
    translate_emoticons: user.translate_emoticons,
  }
}

/** An organization's default settings for new accounts. */
export function settingsDefaultsOf(
  stored: StoredSettings,
): SettingValues<typeof defaultableSettings> {
  const clock = { clock_follows_language: followsLanguage(stored) }
  return { ...defaultsOf(defaultableSettings), ...stored, ...clock }
}

/** Settings as columns of an account's row: their own columns, and `settings` for all others. */
export function columnsOfSettings(
  before: StoredSettings,
  chosen: Readonly<Record<string, unknown>>,
): Partial<UserRow> & Pick<UserRow, 'settings'> {
  const column = (name: string) => columnOf[name as keyof typeof columnOf]
  const entries = Object.entries(withSettledClock(chosen))
  const own = entries.filter(([name]) => column(name))
  const others = Object.fromEntries(entries.filter(([name]) => !column(name)))
  return {
    ...Object.fromEntries(own.map(([name, value]) => [column(name), value])),
    settings: storedAfter(userSettings, before, others),
  }
}
