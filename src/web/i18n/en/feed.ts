/** Messages of a narrow, and the search for them. */
export const feed = {
  loading: 'Loading messages…',
  beginning: 'This is where the messages begin.',
  firstUnread: 'New',
  today: 'Today',
  yesterday: 'Yesterday',
  arrived: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  toNewest: 'Jump to the newest message',
  markAllAsRead: 'Mark all as read',
  notMarked: 'The messages could not be marked as read.',
  noTopic: 'This message is not here any more.',
  /** What a screen reader says of a message that comes into the open conversation. */
  announced: (sender: string, text: string) => `${sender}: ${text}`,
}

export const narrows = {
  privateMessages: 'Private messages',
  unread: 'Unread messages',
  found: (words: string) => `Search: ${words}`,
}

export const search = {
  name: 'Search',
  suggestions: 'Suggestions',
}
