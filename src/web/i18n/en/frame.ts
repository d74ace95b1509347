/** What is around every screen, and the way in. */
export const login = {
  title: 'Log in',
  /** The organisation's name stands above it. */
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  noOrganisation: 'There is no organisation at this address.',
  checkAddress: 'Look whether the address is spelled as you were given it.',
}

export const frame = {
  skip: 'Skip to the screen',
  showConversations: 'Show conversations',
  showPeople: 'Show people',
  noUnreadTopic: 'No topic has anything unread.',
  noUnreadPrivate: 'No private conversation has anything unread.',
}

export const yourMenu = {
  name: 'Your menu',
  setStatus: 'Set your status',
  invisible: 'Look offline to others',
  theme: 'Colours',
  themes: { automatic: 'As the device', light: 'Light', dark: 'Dark' },
  logOut: 'Log out',
  notSaved: 'That could not be saved.',
  notLoggedOut: 'You are still logged in.',
}

export const status = {
  title: 'Your status',
  text: 'What others see beside your name',
  placeholder: 'Say something short',
  save: 'Save',
  clear: 'Clear',
  suggestions: 'Suggestions',
  suggested: {
    busy: 'Busy',
    meeting: 'In a meeting',
    commuting: 'Commuting',
    sick: 'Out sick',
    vacation: 'On vacation',
    home: 'Working from home',
  },
}

export const people = {
  name: 'People',
  filter: 'Filter people',
  self: (name: string) => `${name} (you)`,
  about: (name: string) => `About ${name}`,
  nobody: 'Nobody has such a name.',
  more: (count: number) => `${String(count)} more`,
}

export const views = {
  inbox: 'Inbox',
  recent: 'Recent conversations',
  feed: 'Combined feed',
  mentions: 'Mentions',
  starred: 'Starred',
  drafts: 'Drafts',
}

export const sidebar = {
  name: 'Conversations',
  filter: 'Filter conversations',
  privateConversations: 'Private conversations',
  streams: 'Streams',
  muted: (count: number) => (count === 1 ? '1 muted stream' : `${String(count)} muted streams`),
  notes: 'Notes to yourself',
  somebody: 'Somebody',
  withUnread: (name: string, count: number) =>
    count > 0 ? `${name}, ${String(count)} unread` : name,
  withCount: (name: string, count: number) => `${name}, ${String(count)}`,
  privateStream: (name: string) => `${name}, private`,
  more: (count: number) => `${String(count)} more`,
  moreTopics: 'More topics',
  fold: (name: string) => `Hide topics of ${name}`,
  unfold: (name: string) => `Show topics of ${name}`,
  browse: 'Find or create streams',
  nothing: 'Nothing has such a name.',
  noStreams: 'You have not joined a stream yet.',
  notOpened: (name: string) => `${name} could not be opened.`,
}

export const streamMenu = {
  name: (stream: string) => `Options of ${stream}`,
  all: 'All messages',
  markRead: 'Mark as read',
  mute: 'Mute',
  unmute: 'Unmute',
  pin: 'Pin to the top',
  unpin: 'Unpin',
  colour: 'Change colour',
  leave: 'Leave stream',
  failed: 'That could not be done.',
  left: (stream: string) => `You have left ${stream}.`,
  undo: 'Undo',
  leaveTitle: (stream: string) => `Leave ${stream}?`,
  leaveWarning: 'The stream is private: somebody in it has to let you in again.',
}

export const colours = {
  title: (stream: string) => `Colour of ${stream}`,
  name: (position: number) => `Colour ${String(position)}`,
}

export const streams = {
  title: 'Streams',
  filter: 'Filter streams',
  join: 'Join',
  leave: 'Leave',
  joinOf: (stream: string) => `Join ${stream}`,
  leaveOf: (stream: string) => `Leave ${stream}`,
  create: 'Create a stream',
  back: 'All streams',
  private: 'private',
  nothing: 'No stream has such a name.',
  streamName: 'Name',
  description: 'Description',
  isPrivate: 'Private: only its members can see it, and let others in',
  members: 'Who is in it, beside you',
  everybody: 'Everybody',
  nobody: 'Nobody',
  submit: 'Create stream',
  isTaken: 'There is a stream of this name already.',
}

export const inbox = {
  allRead: 'All read',
  whatComes: 'What people write to you shows up here.',
  markRead: (name: string) => `Mark ${name} as read`,
  notMarked: (name: string) => `${name} could not be marked as read.`,
  unread: (count: number, isMentioned: boolean) =>
    `${isMentioned ? ', mentions you' : ''}, ${String(count)} unread`,
  olderMissing: 'There are older unread messages than those that are counted here.',
}

export const recent = {
  filters: 'Filters',
  unread: 'Unread',
  participated: 'I wrote in',
  muted: 'Muted too',
  kinds: { all: 'All', streams: 'Streams', private: 'Private' },
  kind: 'Kind',
  conversation: 'Conversation',
  people: 'Wrote in it',
  unreadCount: 'Unread',
  time: 'Last message',
  none: 'No conversation is like that.',
  loading: 'Looking for conversations',
  older: 'Look further back',
  notOlder: 'Older conversations could not be fetched.',
  othersWrote: (names: string, more: number) =>
    more > 0 ? `${names} and ${String(more)} more` : names,
}
