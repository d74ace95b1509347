/* Where streams are found, made and set. */

export const streamRooms = {
  title: 'Streams',
  sections: 'Stream sections',
  all: 'All streams',
  subscribed: 'Your streams',
  available: 'Not joined',
  archived: 'Archived',
  create: 'Create a stream',
  folders: 'Folders',
  defaults: 'Default streams',
  backToAll: 'All streams',
  gone: 'There is no such stream',
  goneHint: 'It was archived, or you can no longer see it.',
  open: 'Open conversation',
  openOf: (stream: string) => `Open ${stream}`,
}

export const streamList = {
  label: 'Streams',
  find: 'Filter streams',
  none: 'There is no stream here.',
  name: 'Stream',
  subscribers: 'Subscribers',
  /** Messages. */
  traffic: 'Per week',
  young: 'new',
  last: 'Last message',
  never: 'none',
  tools: 'Actions',
  join: 'Join',
  leave: 'Leave',
  joinOf: (stream: string) => `Join ${stream}`,
  leaveOf: (stream: string) => `Leave ${stream}`,
  joinAll: 'Join all of these',
  leaveAll: 'Leave all of these',
  cannotJoin: 'Only members can let you in',
  kind: 'Kind of stream',
  everyKind: 'Every kind',
  public: 'Public',
  private: 'Private',
  folder: 'Folder',
  everyFolder: 'Every folder',
  noFolder: 'In no folder',
  leaveTitle: (count: number) =>
    count === 1 ? 'Leave a private stream?' : `Leave ${String(count)} private streams?`,
  leaveWarning: (names: string) => `Somebody in it has to let you in again: ${names}.`,
  noArchived: 'No stream is archived that you may know of.',
  restore: 'Restore',
  restoreOf: (stream: string) => `Restore ${stream}`,
  restored: (stream: string) => `${stream} is back, with its subscribers.`,
  notRestored: (stream: string) => `${stream} could not be restored.`,
}

export const newStream = {
  name: 'Name',
  description: 'Description',
  descriptionHint: 'Shown above its messages. Links and emphasis work as in messages.',
  privacy: 'Who can see it',
  publicChoice: 'Public: everybody but guests',
  sharedChoice: 'Private, new members see what was written before',
  hiddenChoice: 'Private, new members see only what comes after they joined',
  announce: 'Announce it to everybody',
  announceIn: (stream: string) => `A message in ${stream} tells of it.`,
  isDefault: 'Default stream: new people are subscribed to it',
  folder: 'Folder',
  noFolder: 'None',
  retention: 'How long messages are kept',
  asOrganisation: 'As in the organisation',
  forEver: 'For ever',
  forDays: 'For some days',
  days: 'Days',
  daysAtLeast: 'A whole number from 1 on.',
  members: 'Who is in it, beside you',
  membersHint: (count: number) =>
    count === 1 ? '1 person will be subscribed.' : `${String(count)} people will be subscribed.`,
  tell: 'Write to those whom you subscribe',
  permissions: 'Permissions',
  submit: 'Create stream',
  isTaken: 'There is a stream of this name already.',
  needsName: 'It needs a name.',
  mayNot: 'You may not create streams here. An administrator can change that.',
}

export const streamGeneral = {
  title: 'General',
  readOnly: 'Only administrators, and those who administer this stream, can change this.',
  preview: 'Preview',
  previewOf: 'Description as others see it',
  onlyReaders: 'Only those who can read it can open it to others.',
  /** What comes of another privacy, by what it was and what it will be. */
  consequences: {
    'public shared':
      'Only its subscribers will see it. Others lose sight of it at once, and have to be let in.',
    'public hidden':
      'Only its subscribers will see it. Who joins later sees nothing of what was written before.',
    'shared public':
      'Everybody but guests will be able to read all that was ever written in it, and to join.',
    'hidden public':
      'Everybody but guests will be able to read all that was ever written in it, also what was hidden from those who joined later.',
    'shared hidden': 'Who joins later sees nothing of what was written before.',
    'hidden shared':
      'All subscribers will be able to read all that was ever written, also what was written before they joined.',
  } as Readonly<Record<string, string>>,
  noPrivateDefault: 'New people are subscribed to default streams, so these are public.',
  ownersOnly: 'Only owners can change it.',
  adminsOnly: 'Only administrators can change it.',
  archive: 'Archive stream',
  archiveTitle: (stream: string) => `Archive ${stream}?`,
  archiveWarning:
    'Nobody can write to it any more, and it goes from everybody’s lists. What was written is kept; it can be restored from the archived streams.',
  archived: (stream: string) => `${stream} is archived.`,
  created: (when: string) => `Created on ${when}.`,
  createdBy: (who: string, when: string) => `Created by ${who} on ${when}.`,
}

export const streamPermissions = {
  title: 'Permissions',
  readOnly:
    'Only administrators, and those who administer this stream, can change who may do what.',
  onlyReaders: 'Only those who can read this private stream can let others in.',
  names: {
    can_send_message_group: 'Who may write',
    can_administer_channel_group: 'Who may administer it',
    can_add_subscribers_group: 'Who may subscribe others',
    can_remove_subscribers_group: 'Who may unsubscribe others',
    can_subscribe_group: 'Who may join by themselves',
  } as Readonly<Record<string, string>>,
  hints: {
    can_send_message_group: 'A bot may where its owner may.',
    can_administer_channel_group:
      'Name, description, privacy, permissions, subscribers, archiving. Administrators always may.',
    can_add_subscribers_group:
      'Those who administer it may anyway, and in public streams all who may subscribe others in the organisation. Whoever may can read a private stream.',
    can_remove_subscribers_group: 'Administrators always may, and those who administer the stream.',
    can_subscribe_group:
      'Of private streams: they see the stream, can read it, and join without being let in. Public streams can be joined by everybody but guests.',
  } as Readonly<Record<string, string>>,
  mismatch: 'Somebody else has changed this just now. Look at it again.',
}

export const streamSubscribers = {
  title: 'Subscribers',
  label: 'Subscribers',
  find: 'Find subscribers',
  none: 'Nobody is subscribed.',
  name: 'Name',
  role: 'Role',
  email: 'Email',
  tools: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeAll: 'Remove from the stream',
  removeTitle: (count: number) =>
    count === 1 ? 'Remove 1 person?' : `Remove ${String(count)} people?`,
  removeWarning: 'They no longer get what is written here.',
  removePrivate: 'They no longer see this stream, and have to be let in again.',
  add: 'Add subscribers',
  adds: 'People to subscribe',
  addButton: (count: number) =>
    count === 0
      ? 'Subscribe'
      : count === 1
        ? 'Subscribe 1 person'
        : `Subscribe ${String(count)} people`,
  tell: 'Write to them about it',
  allAreIn: 'They are all subscribed already.',
  added: (count: number, already: number) =>
    `${count === 1 ? '1 person is' : `${String(count)} people are`} subscribed now` +
    (already > 0 ? `; ${String(already)} were already.` : '.'),
  mayNotAdd: 'You may not subscribe others to this stream.',
  count: (count: number) => (count === 1 ? '1 subscriber' : `${String(count)} subscribers`),
  guest: 'guest',
  bot: 'bot',
}

export const streamPersonal = {
  title: 'For you',
  notIn: 'You are not subscribed to this stream.',
  colour: 'Colour in your lists',
  pin: 'Pin it to the top of your streams',
  mute: 'Mute it: you are not told of what is new in it',
  notifications: 'Notifications of messages in it',
  asAlways: (isOn: boolean) => `As in your settings (${isOn ? 'on' : 'off'})`,
  on: 'On',
  off: 'Off',
  kinds: {
    desktop_notifications: 'On the desktop',
    audible_notifications: 'With a sound',
    push_notifications: 'On the phone',
    email_notifications: 'By e-mail',
    wildcard_mentions_notify: 'When everybody is mentioned',
  } as Readonly<Record<string, string>>,
}

export const streamFolders = {
  intro: 'Folders group streams for everybody.',
  label: 'Folders',
  find: 'Filter folders',
  none: 'There is no folder yet.',
  name: 'Name',
  description: 'Description',
  streams: 'Streams',
  tools: 'Actions',
  create: 'Create folder',
  edit: 'Change',
  editOf: (name: string) => `Change ${name}`,
  editTitle: (name: string) => `Folder ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  archive: 'Archive',
  archiveOf: (name: string) => `Archive ${name}`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  archived: 'archived',
  save: 'Save',
  failed: 'That could not be done.',
}

export const defaultStreams = {
  intro: 'New people are subscribed to these streams when they come.',
  label: 'Default streams',
  none: 'There is no default stream.',
  add: 'Add a default stream',
  addButton: 'Add',
  choose: 'Choose a stream',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  groups: 'Groups of streams to choose from',
  groupsIntro: 'New people tick them when they sign up.',
  noGroups: 'There is no such group.',
  createGroup: 'Create group',
  groupName: 'Name of the group',
  groupDescription: 'What its streams are about',
  groupStreams: 'Streams',
  edit: 'Change',
  editOf: (name: string) => `Change ${name}`,
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the group ${name}?`,
  deleteWarning: 'Its streams stay as they are, with their subscribers.',
  needsDescription: 'It needs a description.',
}
