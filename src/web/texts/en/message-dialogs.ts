/* Dialogs, pickers, cards and menus that open from a message. */

export const deletion = {
  title: 'Delete this message?',
  explanation: 'It is deleted for everyone. This cannot be undone.',
  action: 'Delete',
}

export const history = {
  title: 'Edit history',
  by: (name: string, time: string) => `${name}, ${time}`,
  sent: 'Sent',
  edited: 'Edited',
  movedTopic: (from: string, to: string) => `Moved from topic “${from}” to “${to}”`,
  movedStream: (from: string, to: string) => `Moved from stream ${from} to ${to}`,
  server: 'The server',
  unknownStream: 'another stream',
}

export const loading: string = 'Loading…'
export const tryAgain: string = 'Try again'

export const source = {
  title: 'Source',
  copy: 'Copy',
  copied: 'Source copied.',
  copyFailed: 'The source could not be copied.',
}

export const receipts = {
  title: 'Read by',
  nobody: 'Not read by anyone yet.',
}

/** The sentences about the message and the person are in src/shared/trace-sentences. */
export const trace = {
  action: 'Why did … not get this?',
  webApp: 'Web app',
}

export const move = {
  title: 'Move messages',
  topicTitle: 'Move topic',
  stream: 'Stream',
  topic: 'Topic',
  which: 'Which messages',
  change_later: 'This message and later ones in the topic',
  change_one: 'Only this message',
  noticeOld: 'Notify the old topic',
  noticeNew: 'Notify the new topic',
  action: 'Move',
}

export const editing = {
  name: 'Edit message',
  text: 'Message',
  save: 'Save',
  cancel: 'Cancel',
  /** @param time such as 3:20 */
  timeLeft: (time: string) => `${time} left to edit`,
  timeOver: 'The time limit for editing this message has passed.',
  conflict: 'Someone else has changed this message. It now says:',
  overwrite: 'Save mine anyway',
  keepTheirs: 'Keep theirs',
}

export const picker = {
  name: 'Emoji',
  search: 'Search emoji',
  categories: 'Categories',
  tone: 'Skin tone',
  tones: {
    default: 'Default skin tone',
    light: 'Light',
    mediumLight: 'Medium-light',
    medium: 'Medium',
    mediumDark: 'Medium-dark',
    dark: 'Dark',
  },
  none: 'No matches',
  failed: 'The emoji could not be loaded.',
  kinds: {
    found: 'Results',
    recent: 'Recently used',
    realm: 'Custom',
    smileys: 'Smileys',
    people: 'People',
    nature: 'Nature',
    food: 'Food',
    travel: 'Travel',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
}

export const viewer = {
  previous: 'Previous picture',
  next: 'Next picture',
  open: 'Open original',
  download: 'Download',
  place: (index: number, count: number) => `${index} of ${count}`,
}

export const person = {
  card: (name: string) => name,
  roles: {
    100: 'Owner',
    200: 'Administrator',
    300: 'Moderator',
    400: 'Member',
    600: 'Guest',
  } as Readonly<Record<number, string>>,
  bot: 'Bot',
  botOf: (owner: string) => `Bot of ${owner}`,
  deactivated: 'This account is deactivated.',
  localTime: (time: string) => `${time} local time`,
  send: 'Send private message',
  messages: 'View their messages',
  mute: 'Mute this person',
  unmute: 'Unmute this person',
  muteFailed: 'This could not be changed.',
  profile: 'View profile',
  joined: (day: string) => `Joined ${day}`,
  groups: 'Groups',
  commonGroups: 'Groups in common',
  streams: 'Streams',
  commonStreams: 'Streams in common',
}

export const poll = {
  name: (question: string) => `Poll: ${question}`,
  noQuestion: 'Poll',
  question: 'Question',
  add: 'Add an option',
  addAction: 'Add',
  vote: (option: string, count: number) => `${option}, ${count} ${count === 1 ? 'vote' : 'votes'}`,
  editQuestion: 'Edit question',
  failed: 'The poll could not be changed.',
}

export const todo = {
  name: (title: string) => `To-do list: ${title}`,
  noTitle: 'To-do list',
  title: 'Title',
  editTitle: 'Edit title',
  task: 'New task',
  add: 'Add task',
  failed: 'The list could not be changed.',
}

export const topicMenu = {
  name: (topic: string) => `Options for ${topic}`,
  markRead: 'Mark as read',
  mute: 'Mute topic',
  unmute: 'Unmute topic',
  follow: 'Follow topic',
  unfollow: 'Unfollow topic',
  move: 'Move topic',
  copyLink: 'Copy link',
  failed: 'This could not be done.',
  empty: 'This topic has no messages.',
  notAllowed: 'You cannot change this topic because its messages are too old.',
}
