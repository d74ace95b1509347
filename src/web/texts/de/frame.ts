import type * as en from '../en'

/** The frame around every screen. */
export const frame: typeof en.frame = {
  skip: 'Zum Hauptinhalt springen',
  skipToMessage: 'Zum Nachrichtenfeld springen',
  showConversations: 'Unterhaltungen anzeigen',
  showPeople: 'Personen anzeigen',
  missing:
    'Diese Ansicht konnte noch nicht geladen werden. Sie erscheint, sobald der Server antwortet.',
  noUnreadTopic: 'Keine ungelesenen Themen.',
  noUnreadPrivate: 'Keine ungelesenen Direktnachrichten.',
}

export const views: typeof en.views = {
  inbox: 'Eingang',
  recent: 'Letzte Unterhaltungen',
  feed: 'Gesamtansicht',
  mentions: 'Erwähnungen',
  starred: 'Markiert',
  drafts: 'Entwürfe',
  scheduled: 'Geplant',
  settings: 'Einstellungen',
  organization: 'Organisation',
  streams: 'Streams',
  topics: 'Themen',
  groups: 'Gruppen',
}

export const sidebar: typeof en.sidebar = {
  name: 'Unterhaltungen',
  filter: 'Unterhaltungen filtern',
  privateConversations: 'Direktnachrichten',
  streams: 'Streams',
  muted: (count) =>
    count === 1 ? '1 stummgeschalteter Stream' : `${count} stummgeschaltete Streams`,
  notes: 'Notizen an dich selbst',
  somebody: 'Unbekannte Person',
  withUnread: (name, count) => (count > 0 ? `${name}, ${count} ungelesen` : name),
  unread: (count) => `${count} ungelesen`,
  held: (count) => `${count} insgesamt`,
  privateStream: (name) => `${name}, privat`,
  more: (count) => `${count} weitere`,
  moreTopics: 'Weitere Themen',
  fold: (name) => `Themen von ${name} ausblenden`,
  unfold: (name) => `Themen von ${name} anzeigen`,
  browse: 'Streams finden oder anlegen',
  nothing: 'Keine Treffer',
  noStreams: 'Du bist noch keinem Stream beigetreten.',
  notOpened: (name) => `${name} konnte nicht geöffnet werden.`,
}

export const inbox: typeof en.inbox = {
  allRead: 'Alles gelesen',
  whatComes: 'Neue Nachrichten an dich erscheinen hier.',
  markRead: (name) => `${name} als gelesen markieren`,
  notMarked: (name) => `${name} konnte nicht als gelesen markiert werden.`,
  unread: (count, isMentioned) => `${isMentioned ? 'erwähnt dich, ' : ''}${count} ungelesen`,
  olderMissing: 'Es gibt ältere ungelesene Nachrichten, die hier nicht mitgezählt sind.',
}
