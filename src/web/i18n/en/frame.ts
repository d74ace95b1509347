/** What is around every screen. */
export const frame = {
  skip: 'Skip to the screen',
  showConversations: 'Show conversations',
  showPeople: 'Show people',
  missing: 'This screen could not be fetched from the server yet. It comes as soon as it can.',
  noUnreadTopic: 'No topic has anything unread.',
  noUnreadPrivate: 'No private conversation has anything unread.',
}

export const views = {
  inbox: 'Inbox',
  recent: 'Recent conversations',
  feed: 'Combined feed',
  mentions: 'Mentions',
  starred: 'Starred',
  drafts: 'Drafts',
  settings: 'Settings',
  organization: 'Organisation',
  streams: 'Streams',
  groups: 'Groups',
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
  unread: (count: number) => `${String(count)} unread`,
  held: (count: number) => `${String(count)} kept`,
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

export const inbox = {
  allRead: 'All read',
  whatComes: 'What people write to you shows up here.',
  markRead: (name: string) => `Mark ${name} as read`,
  notMarked: (name: string) => `${name} could not be marked as read.`,
  unread: (count: number, isMentioned: boolean) =>
    `${isMentioned ? 'mentions you, ' : ''}${String(count)} unread`,
  olderMissing: 'There are older unread messages than those that are counted here.',
}
