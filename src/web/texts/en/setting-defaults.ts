/* Default settings of new accounts. */

import { homeViews } from '../../lib/views'
import { views } from './frame'

export const defaults = {
  title: 'Default settings',
  words: 'new people users defaults theme notifications privacy',
  about: 'Settings of new accounts. Existing accounts keep theirs.',
  groups: {
    look: 'Appearance and composing',
    reading: 'Reading',
    notifications: 'Notifications',
    privacy: 'Privacy',
  },
}

interface SettingWords {
  label: string
  hint?: string
  choices?: readonly (readonly [value: number | string | boolean | null, label: string])[]
}

const topicPolicies = [
  [4, 'Never'],
  [3, 'Topics they start'],
  [2, 'Topics they post in'],
  [1, 'Topics they participate in'],
] as const

/** Keyed by the name of the setting; a setting without choices is on or off. */
export const defaultSettings: Readonly<Record<string, SettingWords>> = {
  color_scheme: {
    label: 'Theme',
    choices: [
      [1, 'System'],
      [3, 'Light'],
      [2, 'Dark'],
    ],
  },
  twenty_four_hour_time: {
    label: 'Time format',
    choices: [
      [null, 'As usual in the language'],
      [false, '2:05 PM'],
      [true, '14:05'],
    ],
  },
  web_home_view: {
    label: 'Start page',
    choices: homeViews.map(([value, name]) => [value, views[name]] as const),
  },
  enter_sends: { label: 'Enter sends a message', hint: 'Otherwise, Ctrl+Enter does.' },
  translate_emoticons: { label: 'Convert emoticons to emoji', hint: 'Such as :) when it is sent.' },
  display_emoji_reaction_users: { label: 'Show names on messages with few reactions' },
  show_link_previews: { label: 'Show previews of linked pages' },
  starred_message_counts: { label: 'Show the number of starred messages' },
  web_mark_read_on_scroll_policy: {
    label: 'Mark messages as read on scroll',
    choices: [
      [1, 'Everywhere except the combined feed and searches'],
      [2, 'Only in conversations'],
      [3, 'Never'],
    ],
  },
  automatically_follow_topics_policy: {
    label: 'Follow topics automatically',
    choices: topicPolicies,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'Unmute topics in muted streams automatically',
    choices: topicPolicies,
  },
  automatically_follow_topics_where_mentioned: {
    label: 'Follow topics where they are mentioned',
  },
  enable_desktop_notifications: {
    label: 'Desktop notifications for mentions and private messages',
  },
  enable_sounds: { label: 'Sound for mentions and private messages' },
  enable_stream_desktop_notifications: { label: 'Desktop notifications for all stream messages' },
  enable_stream_audible_notifications: { label: 'Sound for all stream messages' },
  enable_followed_topic_desktop_notifications: {
    label: 'Desktop notifications for followed topics',
  },
  enable_followed_topic_audible_notifications: {
    label: 'Sound for followed topics',
  },
  enable_offline_email_notifications: {
    label: 'Emails about missed mentions and private messages',
  },
  enable_followed_topic_email_notifications: { label: 'Emails about followed topics' },
  enable_stream_email_notifications: { label: 'Emails about all stream messages' },
  message_content_in_email_notifications: { label: 'Show messages in emails' },
  wildcard_mentions_notify: { label: 'Notifications for @all mentions' },
  pm_content_in_desktop_notifications: { label: 'Show private message text in notifications' },
  desktop_icon_count_display: {
    label: 'Unread count in the browser tab',
    choices: [
      [1, 'All unread messages'],
      [2, 'Private messages, mentions and followed topics'],
      [3, 'Private messages and mentions'],
      [4, 'None'],
    ],
  },
  email_address_visibility: {
    label: 'Who can see their email address',
    choices: [
      [1, 'Everyone'],
      [2, 'Members'],
      [5, 'Moderators and administrators'],
      [3, 'Administrators'],
      [4, 'Nobody'],
    ],
  },
  presence_enabled: { label: 'Show others when they are online' },
  send_read_receipts: { label: 'Show others what they have read' },
  send_private_typing_notifications: { label: 'Show when they are typing in private messages' },
  send_stream_typing_notifications: { label: 'Show when they are typing in streams' },
  receives_typing_notifications: { label: 'Show them when others are typing' },
  allow_private_data_export: { label: 'Let administrators export their private data' },
}
