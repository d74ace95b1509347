/** What is around every screen, and the way in. */
export const login = {
  title: 'Log in',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
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
  streams: 'Streams',
  privateConversations: 'Private conversations',
  withUnread: (name: string, count: number) => (count > 0 ? `${name}, ${count} unread` : name),
}
