/* Labels and hints of the organization settings, keyed by API name. */

interface Words {
  label: string
  hint?: string
  /** Labels of the choices, keyed by value. */
  choices?: Readonly<Record<string, string>>
}

export const realmSettingSections = {
  joining: 'Joining the organization',
  streams: 'Streams and groups',
  writing: 'Writing messages',
  changing: 'Editing and deleting messages',
  moving: 'Topics and moving messages',
  private: 'Private messages',
  people: 'People and accounts',
  guests: 'Guests',
  bots: 'Bots and emoji',
  signIn: 'Log-in methods',
  keeping: 'Retention',
  showing: 'Message display',
  otherApps: 'For other apps',
}

export const realmSettingSectionHints: Partial<Record<string, string>> = {
  otherApps: 'These settings have no effect in this app. Other apps use them.',
}

export const realmSettings: Readonly<Record<string, Words>> = {
  invite_required: {
    label: 'New people need an invitation',
    hint: 'If this is off, anyone with an allowed email address can sign up.',
  },
  emails_restricted_to_domains: {
    label: 'Restrict email addresses to certain domains',
    hint: 'New accounts need an email address in one of the domains below.',
  },
  disallow_disposable_email_addresses: { label: 'Block disposable email addresses' },
  waiting_period_threshold: {
    label: 'Waiting period for new members',
    hint: 'New members become full members after it. Moderators and above do not wait.',
  },
  can_invite_users_group: { label: 'Who can invite people by email' },
  create_multiuse_invite_group: { label: 'Who can create reusable invitation links' },

  can_create_public_channel_group: { label: 'Who can create public streams' },
  can_create_private_channel_group: { label: 'Who can create private streams' },
  can_create_web_public_channel_group: {
    label: 'Who can create web-public streams',
    hint: 'This server does not support web-public streams yet.',
  },
  can_add_subscribers_group: {
    label: 'Who can add others to streams',
    hint: 'Administrators always can.',
  },
  can_create_groups: { label: 'Who can create groups' },
  can_manage_all_groups: { label: 'Who can manage all groups' },
  send_channel_events_messages: {
    label: 'Announce changes to a stream in the stream',
    hint: 'Such as changes to its name, description and permissions.',
  },

  can_mention_many_users_group: {
    label: 'Who can mention everyone in a large stream or topic',
    hint: 'Everyone can in streams with at most 15 subscribers.',
  },
  topics_policy: {
    label: 'Messages without a topic',
    hint: 'They appear as “general chat”. Streams can have a rule of their own.',
    choices: { disable_empty_topic: 'Not allowed', allow_empty_topic: 'Allowed' },
  },
  can_set_topics_policy_group: {
    label: 'Who can choose whether a stream needs topics',
    hint: 'In streams that they can administer. Administrators always can.',
  },
  allow_message_editing: { label: 'People can edit their messages' },
  message_content_edit_limit_seconds: { label: 'Time limit for editing messages' },
  message_edit_history_visibility_policy: {
    label: 'Edit history that people can see',
    choices: {
      all: 'Edits and moves',
      moves: 'Moves only',
      none: 'Nothing',
    },
  },
  can_delete_own_message_group: { label: 'Who can delete their own messages' },
  message_content_delete_limit_seconds: { label: 'Time limit for deleting own messages' },
  can_delete_any_message_group: { label: 'Who can delete any message they can read' },
  can_set_delete_message_policy_group: {
    label: 'Who can choose who deletes messages in a stream',
    hint: 'In streams that they can administer.',
  },

  can_move_messages_between_topics_group: { label: 'Who can move messages to another topic' },
  move_messages_within_stream_limit_seconds: {
    label: 'Time limit for moving messages to another topic',
    hint: 'No limit for moderators and above.',
  },
  can_move_messages_between_channels_group: { label: 'Who can move messages to another stream' },
  move_messages_between_streams_limit_seconds: {
    label: 'Time limit for moving messages to another stream',
    hint: 'No limit for moderators and above.',
  },
  can_resolve_topics_group: { label: 'Who can mark topics as resolved' },

  direct_message_initiator_group: { label: 'Who can start private conversations' },
  direct_message_permission_group: {
    label: 'At least one participant must be in',
    hint: 'Choose Nobody to turn private messages off.',
  },

  require_unique_names: { label: 'Require unique names' },
  name_changes_disabled: { label: 'People cannot change their name' },
  email_changes_disabled: { label: 'People cannot change their email address' },
  avatar_changes_disabled: { label: 'People cannot change their picture' },
  presence_disabled: { label: 'Hide who is online' },
  enable_read_receipts: { label: 'People can see who has read a message' },

  can_access_all_users_group: {
    label: 'Who can see everyone in the organization',
    hint: 'With “Members”, guests see only people with whom they share a stream or a conversation.',
  },
  enable_guest_user_indicator: { label: 'Mark guests' },
  enable_guest_user_dm_warning: { label: 'Warn before sending a private message to a guest' },

  can_create_bots_group: { label: 'Who can create any bot' },
  can_create_write_only_bots_group: {
    label: 'Who can create bots that only post',
    hint: 'People who can create any bot can create these too.',
  },
  can_add_custom_emoji_group: { label: 'Who can add emoji' },

  message_retention_days: {
    label: 'Keep messages for',
    hint: 'Streams can override this. Older messages are deleted, and cannot be restored after a week.',
  },
  moderation_request_channel_id: {
    label: 'Send message reports to',
    hint: 'A private stream for moderators. Without one, messages cannot be reported.',
  },

  inline_image_preview: { label: 'Show pictures below messages that link to them' },
  inline_url_embed_preview: {
    label: 'Show previews of linked pages',
    hint: 'Title, description and picture of the first five pages that a message links. The server requests them, so readers stay unknown to other sites.',
  },
  default_code_block_language: {
    label: 'Default code block language',
    hint: 'Such as python or javascript. Leave empty for none.',
  },
  message_content_allowed_in_email_notifications: {
    label: 'Show messages in emails about them',
    hint: 'If this is off, emails only say that there are new messages.',
  },

  video_chat_provider: {
    label: 'Video call provider',
    choices: { 0: 'None', 1: 'Jitsi Meet' },
  },
  jitsi_server_url: {
    label: 'Jitsi server URL',
    hint: 'Leave empty for the server’s default.',
  },

  giphy_rating: {
    label: 'GIPHY content rating',
    choices: {
      0: 'None',
      1: 'Very young audience (Y)',
      2: 'General audience (G)',
      3: 'Parental guidance (PG)',
      4: 'Parental guidance under 13 (PG-13)',
      5: 'Restricted (R)',
    },
  },
  default_twenty_four_hour_time: { label: 'Use the 24-hour clock' },
  can_summarize_topics_group: { label: 'Who can summarize topics' },
  require_e2ee_push_notifications: { label: 'Only send encrypted push notifications' },
  can_manage_billing_group: { label: 'Who can manage plans and billing' },
  digest_emails_enabled: { label: 'Send a weekly digest email' },
  digest_weekday: {
    label: 'Digest day',
    choices: {
      0: 'Monday',
      1: 'Tuesday',
      2: 'Wednesday',
      3: 'Thursday',
      4: 'Friday',
      5: 'Saturday',
      6: 'Sunday',
    },
  },

  name: { label: 'Organization name' },
  description: { label: 'Description' },
  org_type: {
    label: 'Organization type',
    choices: {
      0: 'Unspecified',
      10: 'Business',
      20: 'Open-source project',
      30: 'Education',
      35: 'Education (non-profit)',
      40: 'Research',
      50: 'Event or conference',
      60: 'Non-profit',
      70: 'Government',
      80: 'Political group',
      90: 'Community',
      100: 'Personal',
      1000: 'Other',
    },
  },
  default_language: {
    label: 'Default language',
    hint: 'For the server’s messages in streams, and for new accounts.',
  },
  new_stream_announcements_stream_id: { label: 'Announce new streams in' },
  signup_announcements_stream_id: { label: 'Announce new people in' },
  two_factor_required: {
    label: 'Two-step login',
    hint: 'Besides the password: a code of an authenticator app. People have seven days to set it up.',
    choices: {
      nobody: 'Everyone’s choice',
      administrators: 'For administrators',
      all: 'For everyone',
    },
  },
  welcome_message_custom_text: {
    label: 'Extra welcome message',
    hint: 'Welcome Bot sends it to everyone who joins. You can format text as in messages.',
  },
}

/** Choices of a duration. */
export const durations = {
  forever: 'No limit',
  always: 'Forever',
  atOnce: 'None',
  custom: 'Custom…',
  customValue: (label: string) => `${label}: number`,
  customUnit: (label: string) => `${label}: unit`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  units: { 60: 'minutes', 3600: 'hours', 86400: 'days' } as Readonly<Record<number, string>>,
  save: 'Save',
  needsNumber: 'Enter a whole number of at least 1.',
}

export const realmSetting = {
  ownersOnly: 'Only owners can change this.',
  noStream: 'Nowhere',
  hiddenStream: 'A stream you cannot see',
  changedMeanwhile:
    'Someone else has changed this. You see the current value; change it again if needed.',
  privateStream: (name: string) => `${name} (private)`,
  readOnly: 'Only administrators can change these settings.',
}

export const logInMethods: Readonly<Record<string, string>> = {
  Email: 'Email and password',
}

export const domains = {
  title: 'Allowed email domains',
  none: 'No domains yet.',
  domain: 'Domain',
  subdomains: 'Include subdomains',
  subdomainsOf: (domain: string) => `Include subdomains of ${domain}`,
  remove: (domain: string) => `Remove ${domain}`,
  add: 'Add domain',
}
