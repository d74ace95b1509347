/**
 * Every text of the app, in English. A text with parts is a function of them.
 * Sections are in the order of the screens.
 */
export const en = {
  login: {
    title: 'Log in',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    noAnswer: 'The server does not answer. Try again in a moment.',
  },
  views: {
    inbox: 'Inbox',
    recent: 'Recent conversations',
    feed: 'Combined feed',
    mentions: 'Mentions',
    starred: 'Starred',
    drafts: 'Drafts',
  },
  sidebar: {
    name: 'Conversations',
    streams: 'Streams',
    privateConversations: 'Private conversations',
    withUnread: (name: string, count: number) => (count > 0 ? `${name}, ${count} unread` : name),
  },
  connection: {
    offline: 'Offline',
    reconnecting: 'Reconnecting',
  },
} as const
