/* What new accounts begin with. */

export const defaults = {
  title: 'Default settings',
  words: 'new people users defaults theme notifications privacy',
  about: 'What accounts begin with that are made from now on. Those that are there keep theirs.',
  groups: {
    look: 'Look and writing',
    reading: 'Reading',
    notifications: 'Notifications',
    privacy: 'Privacy',
  },
}

interface SettingWords {
  label: string
  hint?: string
  choices?: readonly (readonly [value: number | string | boolean, label: string])[]
}

const topicPolicies = [
  [4, 'Never'],
  [3, 'They have begun'],
  [2, 'They have written to'],
  [1, 'They have taken part in'],
] as const

/** By the names of the settings; those with choices are one of a few, the others are on or off. */
export const defaultSettings: Readonly<Record<string, SettingWords>> = {
  color_scheme: {
    label: 'Theme',
    choices: [
      [1, 'As the system has it'],
      [3, 'Light'],
      [2, 'Dark'],
    ],
  },
  twenty_four_hour_time: {
    label: 'Times',
    choices: [
      [false, 'As 2:05 PM'],
      [true, 'As 14:05'],
    ],
  },
  web_home_view: {
    label: 'First view',
    choices: [
      ['inbox', 'Inbox'],
      ['recent_topics', 'Recent conversations'],
      ['all_messages', 'Combined feed'],
    ],
  },
  enter_sends: { label: 'Enter sends a message', hint: 'Otherwise Ctrl+Enter does.' },
  translate_emoticons: { label: 'Emoticons become emoji', hint: 'Such as :) when it is sent.' },
  display_emoji_reaction_users: { label: 'Reactions say who reacted' },
  starred_message_counts: { label: 'Starred messages are counted' },
  web_mark_read_on_scroll_policy: {
    label: 'Messages are read when they are scrolled by',
    choices: [
      [1, 'Everywhere but in the combined feed and in searches'],
      [2, 'In conversations'],
      [3, 'Never'],
    ],
  },
  automatically_follow_topics_policy: { label: 'Topics are followed that', choices: topicPolicies },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'In muted streams, topics are unmuted that',
    choices: topicPolicies,
  },
  automatically_follow_topics_where_mentioned: {
    label: 'Topics are followed where one is mentioned',
  },
  demote_inactive_streams: {
    label: 'Quiet streams stand below the others',
    choices: [
      [1, 'Where there are many'],
      [2, 'Always'],
      [3, 'Never'],
    ],
  },
  enable_desktop_notifications: { label: 'Show mentions and private messages on the desktop' },
  enable_sounds: { label: 'Play a sound for mentions and private messages' },
  enable_stream_desktop_notifications: { label: 'Show all messages of streams on the desktop' },
  enable_stream_audible_notifications: { label: 'Play a sound for all messages of streams' },
  enable_followed_topic_desktop_notifications: {
    label: 'Show messages of followed topics on the desktop',
  },
  enable_followed_topic_audible_notifications: {
    label: 'Play a sound for messages of followed topics',
  },
  wildcard_mentions_notify: { label: 'Mentions of everybody notify' },
  pm_content_in_desktop_notifications: { label: 'Notifications show what private messages say' },
  desktop_icon_count_display: {
    label: 'Count in the tab',
    choices: [
      [1, 'All unread messages'],
      [2, 'Private messages, mentions and followed topics'],
      [3, 'Private messages and mentions'],
      [4, 'None'],
    ],
  },
  email_address_visibility: {
    label: 'Who sees the e-mail address',
    choices: [
      [1, 'Everybody'],
      [2, 'Members'],
      [5, 'Moderators and administrators'],
      [3, 'Administrators'],
      [4, 'Nobody'],
    ],
  },
  presence_enabled: { label: 'Others see whether they are there' },
  send_read_receipts: { label: 'Others see what they have read' },
  send_private_typing_notifications: { label: 'Others see that they are writing to them' },
  send_stream_typing_notifications: { label: 'Others see that they are writing to a stream' },
  receives_typing_notifications: { label: 'They see that others are writing' },
  allow_private_data_export: { label: 'Administrators may export what is private of theirs' },
}
