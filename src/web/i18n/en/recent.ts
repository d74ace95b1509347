/* Recent conversations, and the people beside them. */

export const people = {
  name: 'People',
  filter: 'Filter people',
  self: (name: string) => `${name} (you)`,
  about: (name: string) => `About ${name}`,
  nobody: 'Nobody has such a name.',
  more: (count: number) => `${String(count)} more`,
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
