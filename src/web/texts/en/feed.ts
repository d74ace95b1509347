/** The feed of a narrow, the names of narrows, and search. */
export const feed = {
  loading: 'Loading messages…',
  unreachable: 'No connection. The messages appear as soon as the server answers.',
  beginning: 'No older messages',
  firstUnread: 'New',
  newMessages: 'New messages',
  today: 'Today',
  yesterday: 'Yesterday',
  arrived: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  toNewest: 'Jump to the newest message',
  privateMenu: 'Options for this conversation',
  /** Announced by screen readers for a new message in the open conversation. */
  announced: (sender: string, text: string) => `${sender}: ${text}`,
}

export const narrows = {
  privateMessages: 'Private messages',
  unread: 'Unread messages',
  found: (words: string) => `Search: ${words}`,
}
