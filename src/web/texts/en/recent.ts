/* Recent conversations, and the list of people. */

export const people = {
  name: 'People',
  filter: 'Filter people',
  self: (name: string) => `${name} (you)`,
  about: (name: string) => `About ${name}`,
  here: 'In this conversation',
  others: 'Everyone else',
  close: 'Close people',
  keepOpen: 'Keep people open',
  nobody: 'No matches',
  more: (count: number) => `${String(count)} more`,
}

export const recent = {
  filters: 'Filters',
  unread: 'Unread',
  participated: 'Participated',
  muted: 'Include muted',
  kinds: { all: 'All', streams: 'Streams', private: 'Private' },
  kind: 'Type',
  conversation: 'Conversation',
  people: 'Participants',
  unreadCount: 'Unread',
  time: 'Last message',
  none: 'No matching conversations',
  loading: 'Loading conversations',
  older: 'Load more',
  notOlder: 'Older conversations could not be loaded.',
  othersWrote: (names: string, more: number) =>
    more > 0 ? `${names} and ${String(more)} more` : names,
}
