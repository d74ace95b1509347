/* Settings of the organisation, by their names in the API: what people decide with each. */

interface Words {
  label: string
  hint?: string
  /** Of choices, by their values. */
  choices?: Readonly<Record<string, string>>
}

export const realmSettingSections = {
  joining: 'Joining the organisation',
  streams: 'Streams and groups',
  writing: 'Writing messages',
  changing: 'Editing and deleting messages',
  moving: 'Topics and moving messages',
  private: 'Private conversations',
  people: 'People and their accounts',
  guests: 'Guests',
  bots: 'Bots and emoji',
  signIn: 'Logging in',
  keeping: 'Keeping and moderating messages',
  showing: 'How messages are shown',
  calls: 'Video calls',
  otherApps: 'For other apps',
}

export const realmSettingSectionHints: Partial<Record<string, string>> = {
  otherApps: 'Parley itself does nothing with these; other apps that people log in with may.',
}

export const realmSettings: Readonly<Record<string, Words>> = {
  invite_required: {
    label: 'New people need an invitation',
    hint: 'Without, everybody whose address is allowed can sign up.',
  },
  emails_restricted_to_domains: {
    label: 'Only addresses of certain domains',
    hint: 'New accounts need an address of one of the domains below.',
  },
  disallow_disposable_email_addresses: { label: 'No throw-away addresses' },
  waiting_period_threshold: {
    label: 'Members are full members after',
    hint: 'Moderators and above are at once.',
  },
  can_invite_users_group: { label: 'Who can invite people by address' },
  create_multiuse_invite_group: { label: 'Who can make invitation links for many' },

  can_create_public_channel_group: { label: 'Who can create public streams' },
  can_create_private_channel_group: { label: 'Who can create private streams' },
  can_create_web_public_channel_group: {
    label: 'Who can create streams that the whole web can read',
    hint: 'Parley has no such streams yet.',
  },
  can_add_subscribers_group: {
    label: 'Who can add others to streams',
    hint: 'Administrators always can.',
  },
  can_create_groups: { label: 'Who can create groups' },
  can_manage_all_groups: { label: 'Who can manage all groups' },
  send_channel_events_messages: {
    label: 'Say in a stream what is changed about it',
    hint: 'Such as its name, its description and who may post there.',
  },

  can_mention_many_users_group: {
    label: 'Who can mention everybody in a large stream or topic',
    hint: 'In a stream of 15 or fewer, everybody can.',
  },
  allow_message_editing: { label: 'People can edit their messages' },
  message_content_edit_limit_seconds: { label: 'Messages can be edited for' },
  message_edit_history_visibility_policy: {
    label: 'What people see of earlier versions',
    choices: {
      all: 'All edits and moves',
      moves: 'Only where a message was before',
      none: 'Nothing',
    },
  },
  can_delete_own_message_group: { label: 'Who can delete their own messages' },
  message_content_delete_limit_seconds: { label: 'Own messages can be deleted for' },
  can_delete_any_message_group: { label: 'Who can delete any message that they can read' },

  can_move_messages_between_topics_group: { label: 'Who can move messages to another topic' },
  move_messages_within_stream_limit_seconds: {
    label: 'Messages can be moved to another topic for',
    hint: 'Moderators and above can at any time.',
  },
  can_move_messages_between_channels_group: { label: 'Who can move messages to another stream' },
  move_messages_between_streams_limit_seconds: {
    label: 'Messages can be moved to another stream for',
    hint: 'Moderators and above can at any time.',
  },
  can_resolve_topics_group: { label: 'Who can mark topics as resolved' },

  direct_message_initiator_group: { label: 'Who can begin private conversations' },
  direct_message_permission_group: {
    label: 'Who private conversations need',
    hint: 'At least one of those who take part must be among these. Nobody: there are none.',
  },

  require_unique_names: { label: 'No two people may have the same name' },
  name_changes_disabled: { label: 'People cannot change their name' },
  email_changes_disabled: { label: 'People cannot change their address' },
  avatar_changes_disabled: { label: 'People cannot change their picture' },
  presence_disabled: { label: 'Nobody is shown who is there' },
  enable_read_receipts: { label: 'People can see who has read a message' },

  can_access_all_users_group: {
    label: 'Who knows of all people here',
    hint: 'With “Members”, guests know only those with whom they share a stream or a conversation.',
  },
  enable_guest_user_indicator: { label: 'Guests are marked as such' },
  enable_guest_user_dm_warning: { label: 'Warn before writing to a guest privately' },

  can_create_bots_group: { label: 'Who can create any bot' },
  can_create_write_only_bots_group: {
    label: 'Who can create bots that only post',
    hint: 'Those who can create any bot can create these, too.',
  },
  can_add_custom_emoji_group: { label: 'Who can add emoji' },

  message_retention_days: {
    label: 'Messages are kept for',
    hint: 'Streams can say otherwise. What is older is deleted, and cannot be brought back after a week.',
  },
  moderation_request_channel_id: {
    label: 'Reports of messages go to',
    hint: 'A private stream of those who moderate. With none, messages cannot be reported.',
  },

  inline_image_preview: { label: 'Show pictures below messages that link to them' },
  inline_url_embed_preview: { label: 'Show previews of linked pages' },
  default_code_block_language: {
    label: 'Language of code that names none',
    hint: 'Such as python or javascript; empty for none.',
  },

  video_chat_provider: {
    label: 'Video calls are made with',
    choices: { 0: 'Nothing', 1: 'Jitsi Meet' },
  },
  jitsi_server_url: {
    label: 'Address of the Jitsi server',
    hint: 'Empty: the one that this server names, if it does.',
  },

  giphy_rating: {
    label: 'Animated pictures from GIPHY',
    choices: {
      0: 'None',
      1: 'Very young audience (Y)',
      2: 'General audience (G)',
      3: 'Parental guidance (PG)',
      4: 'Parental guidance under 13 (PG-13)',
      5: 'Restricted (R)',
    },
  },
  default_twenty_four_hour_time: { label: 'Times are shown with 24 hours' },
  can_summarize_topics_group: { label: 'Who can have topics summarised' },
  can_manage_billing_group: { label: 'Who can manage plans and billing' },
  digest_emails_enabled: { label: 'Send a digest of what happened each week' },
  digest_weekday: {
    label: 'Day of the digest',
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

  name: { label: 'Name of the organisation' },
  description: { label: 'Description' },
  org_type: {
    label: 'Kind of organisation',
    choices: {
      0: 'Not said',
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
    label: 'Language',
    hint: 'In which the server writes to streams, and which new accounts begin with.',
  },
  new_stream_announcements_stream_id: { label: 'New streams are announced in' },
  signup_announcements_stream_id: { label: 'New people are announced in' },
  welcome_message_custom_text: {
    label: 'What new people are told besides',
    hint: 'Welcome Bot says it to everybody who joins. Formatting works as in messages.',
  },
}

/** How long something goes on, in choices. */
export const durations = {
  forever: 'Any time',
  always: 'For ever',
  atOnce: 'At once',
  custom: 'Another time…',
  customValue: (label: string) => `${label}: number`,
  customUnit: (label: string) => `${label}: unit`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${String(count)} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${String(count)} hours`),
  days: (count: number) => (count === 1 ? '1 day' : `${String(count)} days`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${String(count)} seconds`),
  units: { 60: 'minutes', 3600: 'hours', 86400: 'days' } as Readonly<Record<number, string>>,
  save: 'Save',
  needsNumber: 'Give a whole number of at least 1.',
}

export const realmSetting = {
  ownersOnly: 'Only owners can change this.',
  noStream: 'Nowhere',
  hiddenStream: 'A stream that you cannot see',
  changedMeanwhile:
    'Somebody else has changed this meanwhile: you see what is set now. Choose again if you still want it.',
  privateStream: (name: string) => `${name} (private)`,
  readOnly: 'Only administrators can change what is here.',
}

export const logInMethods: Readonly<Record<string, string>> = {
  Email: 'With address and password',
}

export const domains = {
  title: 'Domains of new addresses',
  none: 'None yet.',
  domain: 'Domain',
  subdomains: 'And what is below it',
  subdomainsOf: (domain: string) => `And what is below ${domain}`,
  remove: (domain: string) => `Remove ${domain}`,
  add: 'Add domain',
}
