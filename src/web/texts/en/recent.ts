/** Recent conversations. */
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
  limited: 'Search finds older conversations.',
  othersWrote: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
}
