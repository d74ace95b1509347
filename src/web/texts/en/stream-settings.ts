/* Streams: list, creation, settings, subscribers, folders and defaults. */

export const streamSettings = {
  sections: 'Stream sections',
  all: 'All streams',
  subscribed: 'Your streams',
  available: 'Not joined',
  archived: 'Archived',
  create: 'Create a stream',
  folders: 'Folders',
  defaults: 'Default streams',
  backToAll: 'All streams',
  backToArchived: 'Back to archived streams',
  gone: 'Stream not found',
  goneHint: 'It was archived, or you can no longer see it.',
  open: 'Open conversation',
  openOf: (stream: string) => `Open ${stream}`,
}

export const streamList = {
  label: 'Streams',
  find: 'Filter streams',
  none: 'No streams here.',
  name: 'Stream',
  subscribers: 'Subscribers',
  /** Messages per week. */
  traffic: 'Per week',
  young: 'new',
  last: 'Last message',
  never: 'none',
  tools: 'Actions',
  join: 'Join',
  leave: 'Leave',
  joinOf: (stream: string) => `Join ${stream}`,
  leaveOf: (stream: string) => `Leave ${stream}`,
  joinAll: 'Join all',
  leaveAll: 'Leave all',
  cannotJoin: 'Only subscribers can add you',
  kind: 'Type',
  everyKind: 'All types',
  public: 'Public',
  private: 'Private',
  folder: 'Folder',
  everyFolder: 'All folders',
  noFolder: 'No folder',
  leaveTitle: (count: number) =>
    count === 1 ? 'Leave a private stream?' : `Leave ${count} private streams?`,
  leaveWarning: (names: string) => `You can rejoin only if a subscriber adds you: ${names}.`,
  noArchived: 'No archived streams.',
  restore: 'Restore',
  restoreOf: (stream: string) => `Restore ${stream}`,
  restored: (stream: string) => `${stream} is restored, with its subscribers.`,
  notRestored: (stream: string) => `${stream} could not be restored.`,
  nameTaken: (stream: string) => `Another stream is called ${stream} now.`,
  newName: 'New name',
}

export const newStream = {
  words: 'new add make',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'Shown above the messages. You can use links and emphasis.',
  privacy: 'Who can see it',
  publicChoice: 'Public, everyone except guests',
  sharedChoice: 'Private, new subscribers see earlier messages',
  hiddenChoice: 'Private, new subscribers see only later messages',
  announce: 'Announce the stream',
  announceIn: (stream: string) => `Posts a message in ${stream}.`,
  isDefault: 'Default stream: subscribe new people to it',
  folder: 'Folder',
  noFolder: 'None',
  topics: 'Topics',
  topicsRequired: 'Every message has a topic',
  topicsOptional: 'Messages may be without a topic',
  topicsNone: 'No topics, only “general chat”',
  retention: 'Message retention',
  asOrganization: 'Organization default',
  forEver: 'Forever',
  forDays: 'For a number of days',
  days: 'Days',
  daysAtLeast: 'Enter a whole number of at least 1.',
  members: 'Subscribers, besides you',
  membersHint: (count: number) =>
    count === 1 ? '1 person will be subscribed.' : `${count} people will be subscribed.`,
  tell: 'Send them a message',
  permissions: 'Permissions',
  submit: 'Create stream',
  isTaken: 'A stream with this name already exists.',
  needsName: 'Enter a name.',
}

export const streamGeneral = {
  words: 'name description privacy folder default retention archive',
  title: 'General',
  readOnly: 'Only administrators and people who can administer this stream can change this.',
  preview: 'Preview',
  previewOf: 'Description as others see it',
  onlyReaders: 'Only people who can read this stream can open it to others.',
  /** The effects of a change of privacy, keyed by the old and the new value. */
  consequences: {
    'public shared':
      'Only subscribers will see it. Everyone else loses access at once, and has to be added.',
    'public hidden': 'Only subscribers will see it. New subscribers will not see earlier messages.',
    'shared public': 'Everyone except guests will be able to join it and to read all its messages.',
    'hidden public':
      'Everyone except guests will be able to join it and to read all its messages, including those hidden from newer subscribers.',
    'shared hidden': 'New subscribers will not see earlier messages.',
    'hidden shared':
      'All subscribers will be able to read all its messages, including those from before they joined.',
  } as Readonly<Record<string, string>>,
  noPrivateDefault: 'Default streams must be public, because new people are subscribed to them.',
  ownersOnly: 'Only owners can change this.',
  adminsOnly: 'Only administrators can change this.',
  archive: 'Archive stream',
  archiveTitle: (stream: string) => `Archive ${stream}?`,
  archiveWarning:
    'It takes no more messages, and disappears from everyone’s lists. Its messages are kept. You can restore it from the archived streams.',
  archived: (stream: string) => `${stream} is archived.`,
  created: (when: string) => `Created on ${when}.`,
  createdBy: (who: string, when: string) => `Created by ${who} on ${when}.`,
}

export const streamPermissions = {
  words: 'write post administer join',
  title: 'Permissions',
  readOnly:
    'Only administrators and people who can administer this stream can change its permissions.',
  onlyReaders: 'Only people who can read this private stream can give others access.',
  names: {
    can_send_message_group: 'Who can post',
    can_administer_channel_group: 'Who can administer this stream',
    can_add_subscribers_group: 'Who can subscribe others',
    can_remove_subscribers_group: 'Who can unsubscribe others',
    can_subscribe_group: 'Who can join this stream',
    can_move_messages_within_channel_group: 'Who can move messages to another topic',
    can_move_messages_out_of_channel_group: 'Who can move messages to another stream',
    can_create_topic_group: 'Who can begin topics',
    can_resolve_topics_group: 'Who can mark topics as resolved',
    can_delete_any_message_group: 'Who can delete any message here',
    can_delete_own_message_group: 'Who can delete their own messages here',
  } as Readonly<Record<string, string>>,
  hints: {
    can_send_message_group: 'A bot can post where its owner can.',
    can_administer_channel_group:
      'Name, description, privacy, permissions, subscribers and archiving. Administrators always can.',
    can_add_subscribers_group:
      'People who can administer the stream always can. In public streams, so can people with this permission in the organization. In private streams, this permission includes reading.',
    can_remove_subscribers_group:
      'Administrators and people who can administer the stream always can.',
    can_subscribe_group:
      'In private streams, these people can see, read and join the stream without being added. Everyone except guests can join public streams.',
    can_move_messages_within_channel_group:
      'People who can administer the stream always can, and people with this permission in the organization.',
    can_move_messages_out_of_channel_group:
      'People who can administer the stream always can, and people with this permission in the organization.',
    can_create_topic_group:
      'Others can write to the topics that exist. It must be everyone in streams whose new subscribers do not see the history.',
    can_resolve_topics_group: 'People with this permission in the organization always can.',
    can_delete_any_message_group: 'People with this permission in the organization always can.',
    can_delete_own_message_group: 'People with this permission in the organization always can.',
  } as Readonly<Record<string, string>>,
  mismatch: 'Someone else has just changed this. Check it again.',
}

export const streamSubscribers = {
  words: 'members people add remove',
  title: 'Subscribers',
  label: 'Subscribers',
  find: 'Find subscribers',
  none: 'No subscribers.',
  name: 'Name',
  role: 'Role',
  tools: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeAll: 'Remove from the stream',
  removeTitle: (count: number) => (count === 1 ? 'Remove 1 person?' : `Remove ${count} people?`),
  removeWarning: 'They will no longer receive its messages.',
  removePrivate: 'They will no longer see this stream, and have to be added again.',
  add: 'Add subscribers',
  adds: 'People to subscribe',
  addButton: (count: number) =>
    count === 0 ? 'Subscribe' : count === 1 ? 'Subscribe 1 person' : `Subscribe ${count} people`,
  tell: 'Send them a message about it',
  allAreIn: 'All of them are already subscribed.',
  added: (count: number, already: number) =>
    `${count === 1 ? '1 person' : `${count} people`} subscribed` +
    (already > 0 ? `; ${already} already were.` : '.'),
  mayNotAdd: 'You cannot subscribe others to this stream.',
  count: (count: number) => (count === 1 ? '1 subscriber' : `${count} subscribers`),
  guest: 'guest',
  bot: 'bot',
}

export const streamPersonal = {
  words: 'color colour pin mute notifications',
  title: 'Personal settings',
  notIn: 'You are not subscribed to this stream.',
  color: 'Color',
  pin: 'Pin to the top of your streams',
  mute: 'Mute this stream',
  notifications: 'Notifications for this stream',
  otherApps: 'For other apps: notifications for this stream',
  asAlways: (isOn: boolean) => `Default (${isOn ? 'on' : 'off'})`,
  on: 'On',
  off: 'Off',
  kinds: {
    desktop_notifications: 'Desktop',
    audible_notifications: 'Sound',
    push_notifications: 'Mobile',
    email_notifications: 'Email',
    wildcard_mentions_notify: '@all mentions',
  } as Readonly<Record<string, string>>,
}

export const streamMailAddress = {
  title: 'Writing by email',
  about: 'Mail to an address of your own becomes a message in this stream.',
  show: 'Show the email address',
  secret:
    'Mail to it is written under your rights: give it only to people and programs that you trust.',
  label: 'Email address of this stream',
  copy: 'Copy the email address',
  options: {
    'show-sender': 'Show the sender',
    'as-code': 'Show mail as code',
    mentions: 'Mentions in mail notify',
  },
  hints: {
    'show-sender': undefined,
    'as-code': 'For cron, monitors and other programs: line by line as it came.',
    mentions: 'Otherwise only those in mail from members.',
  },
  failed: 'The address cannot be shown.',
}

export const streamFolders = {
  intro: 'Folders group streams for everyone.',
  label: 'Folders',
  find: 'Filter folders',
  none: 'No folders yet.',
  name: 'Name',
  description: 'Description',
  streams: 'Streams',
  tools: 'Actions',
  create: 'Create folder',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  editTitle: (name: string) => `Folder ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  archive: 'Archive',
  archiveOf: (name: string) => `Archive ${name}`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  archived: 'archived',
  save: 'Save',
  failed: 'This could not be done.',
}

export const defaultStreams = {
  words: 'new people sign-up groups',
  intro: 'New people are subscribed to these streams.',
  label: 'Default streams',
  none: 'No default streams.',
  add: 'Add a default stream',
  addButton: 'Add',
  choose: 'Choose a stream',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  groups: 'Stream groups',
  groupsIntro: 'New people can choose these groups when they sign up.',
  noGroups: 'No stream groups yet.',
  createGroup: 'Create group',
  groupName: 'Group name',
  groupDescription: 'Description',
  groupStreams: 'Streams',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the group ${name}?`,
  deleteWarning: 'Its streams and their subscribers stay as they are.',
  needsDescription: 'Enter a description.',
}
