/** The frame around every screen. */
export const frame = {
  skip: 'Skip to main content',
  skipToMessage: 'Skip to the message field',
  showConversations: 'Show conversations',
  showPeople: 'Show people',
  missing: 'This screen could not be loaded yet. It appears as soon as the server answers.',
  noUnreadTopic: 'No unread topics.',
  noUnreadPrivate: 'No unread private messages.',
}

export const views = {
  inbox: 'Inbox',
  recent: 'Recent conversations',
  feed: 'Combined feed',
  mentions: 'Mentions',
  starred: 'Starred',
  drafts: 'Drafts',
  scheduled: 'Scheduled',
  settings: 'Settings',
  organization: 'Organization',
  streams: 'Streams',
  groups: 'Groups',
  topics: 'Topics',
}

export const sidebar = {
  name: 'Conversations',
  filter: 'Filter conversations',
  privateConversations: 'Private messages',
  streams: 'Streams',
  muted: (count: number) => (count === 1 ? '1 muted stream' : `${count} muted streams`),
  notes: 'Notes to yourself',
  somebody: 'Unknown user',
  withUnread: (name: string, count: number) => (count > 0 ? `${name}, ${count} unread` : name),
  unread: (count: number) => `${count} unread`,
  held: (count: number) => `${count} in total`,
  privateStream: (name: string) => `${name}, private`,
  more: (count: number) => `${count} more`,
  moreTopics: 'More topics',
  fold: (name: string) => `Hide topics of ${name}`,
  unfold: (name: string) => `Show topics of ${name}`,
  browse: 'Find or create streams',
  nothing: 'No matches',
  noStreams: 'You have not joined any streams yet.',
  notOpened: (name: string) => `${name} could not be opened.`,
}

export const inbox = {
  allRead: 'All read',
  whatComes: 'New messages to you appear here.',
  markRead: (name: string) => `Mark ${name} as read`,
  notMarked: (name: string) => `${name} could not be marked as read.`,
  unread: (count: number, isMentioned: boolean) =>
    `${isMentioned ? 'mentions you, ' : ''}${count} unread`,
  olderMissing: 'There are older unread messages that are not counted here.',
}
