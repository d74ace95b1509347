/*
 * Settings of an account that it cannot change yet. Source: protocol notes 4.3; client notes 9.6.
 */

export const displayDefaults = {
  color_scheme: 1,
  default_language: 'en',
  demote_inactive_streams: 1,
  dense_mode: true,
  display_emoji_reaction_users: true,
  emojiset: 'google',
  emojiset_choices: [{ key: 'google', text: 'Google' }],
  enter_sends: true,
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  night_mode: false,
  starred_message_counts: true,
  twenty_four_hour_time: false,
  user_list_style: 2,
  web_home_view: 'inbox',
} as const

export const notificationDefaults = {
  available_notification_sounds: ['zulip'],
  desktop_icon_count_display: 1,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_login_emails: false,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  message_content_in_email_notifications: true,
  notification_sound: 'zulip',
  pm_content_in_desktop_notifications: true,
  realm_name_in_email_notifications_policy: 1,
  realm_name_in_notifications: false,
  wildcard_mentions_notify: true,
} as const

/** Only in `user_settings`; older clients know nothing of them. */
export const otherDefaults = {
  presence_enabled: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
  web_inbox_show_channel_folders: true,
} as const
