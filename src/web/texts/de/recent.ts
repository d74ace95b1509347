import type * as en from '../en'

/** Recent conversations. */
export const recent: typeof en.recent = {
  filters: 'Filter',
  unread: 'Ungelesen',
  participated: 'Mit Beteiligung',
  muted: 'Auch stummgeschaltete',
  kinds: { all: 'Alle', streams: 'Streams', private: 'Direkt' },
  kind: 'Art',
  conversation: 'Unterhaltung',
  people: 'Beteiligte',
  unreadCount: 'Neu',
  time: 'Letzte Nachricht',
  none: 'Keine passenden Unterhaltungen',
  loading: 'Unterhaltungen werden geladen',
  older: 'Mehr laden',
  limited: 'Die Suche findet ältere Unterhaltungen.',
  othersWrote: (names, more) => (more > 0 ? `${names} und ${more} weitere` : names),
}
