import type * as en from '../en'

/** The feed of a narrow, the names of narrows, and search. */
export const feed: typeof en.feed = {
  loading: 'Nachrichten werden geladen …',
  unreachable: 'Keine Verbindung. Die Nachrichten erscheinen, sobald der Server antwortet.',
  beginning: 'Keine älteren Nachrichten',
  firstUnread: 'Neu',
  newMessages: 'Neue Nachrichten',
  today: 'Heute',
  yesterday: 'Gestern',
  arrived: (count) => (count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`),
  toNewest: 'Zur neuesten Nachricht',
  privateMenu: 'Optionen für diese Unterhaltung',
  announced: (sender, text) => `${sender}: ${text}`,
}

export const narrows: typeof en.narrows = {
  privateMessages: 'Direktnachrichten',
  unread: 'Ungelesene Nachrichten',
  found: (words) => `Suche: ${words}`,
}
