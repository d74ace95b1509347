/* Dialogs, pickers, cards and menus that open from a message. */

import type * as en from '../en'

export const deletion: typeof en.deletion = {
  title: 'Diese Nachricht löschen?',
  explanation: 'Sie wird für alle gelöscht. Das lässt sich nicht rückgängig machen.',
  action: 'Löschen',
}

export const history: typeof en.history = {
  title: 'Bearbeitungsverlauf',
  by: (name, time) => `${name}, ${time}`,
  sent: 'Gesendet',
  edited: 'Bearbeitet',
  movedTopic: (from, to) => `Vom Thema „${from}“ zu „${to}“ verschoben`,
  movedStream: (from, to) => `Vom Stream ${from} nach ${to} verschoben`,
  server: 'Der Server',
  unknownStream: 'einem anderen Stream',
}

export const loading: typeof en.loading = 'Wird geladen …'
export const tryAgain: typeof en.tryAgain = 'Erneut versuchen'

export const source: typeof en.source = {
  title: 'Quelltext',
  copy: 'Kopieren',
  copied: 'Quelltext kopiert.',
  copyFailed: 'Der Quelltext konnte nicht kopiert werden.',
}

export const receipts: typeof en.receipts = {
  title: 'Gelesen von',
  nobody: 'Noch hat sie niemand gelesen.',
}

export const trace: typeof en.trace = {
  action: 'Warum hat … das nicht bekommen?',
  webApp: 'Web-App',
}

export const move: typeof en.move = {
  title: 'Nachrichten verschieben',
  topicTitle: 'Thema verschieben',
  stream: 'Stream',
  topic: 'Thema',
  which: 'Welche Nachrichten',
  change_later: 'Diese Nachricht und spätere im Thema',
  change_one: 'Nur diese Nachricht',
  noticeOld: 'Im alten Thema Bescheid geben',
  noticeNew: 'Im neuen Thema Bescheid geben',
  action: 'Verschieben',
}

export const editing: typeof en.editing = {
  name: 'Nachricht bearbeiten',
  text: 'Nachricht',
  save: 'Speichern',
  cancel: 'Abbrechen',
  timeLeft: (time) => `Noch ${time} zum Bearbeiten`,
  timeOver: 'Die Zeit zum Bearbeiten dieser Nachricht ist abgelaufen.',
  conflict: 'Jemand anderes hat diese Nachricht geändert. Sie lautet jetzt:',
  overwrite: 'Meine trotzdem speichern',
  keepTheirs: 'Die andere behalten',
}

export const picker: typeof en.picker = {
  name: 'Emoji',
  search: 'Emoji suchen',
  categories: 'Kategorien',
  tone: 'Hautton',
  tones: {
    default: 'Standard-Hautton',
    light: 'Hell',
    mediumLight: 'Mittelhell',
    medium: 'Mittel',
    mediumDark: 'Mitteldunkel',
    dark: 'Dunkel',
  },
  none: 'Keine Treffer',
  failed: 'Die Emojis konnten nicht geladen werden.',
  kinds: {
    found: 'Ergebnisse',
    recent: 'Zuletzt verwendet',
    realm: 'Eigene',
    smileys: 'Smileys',
    people: 'Menschen',
    nature: 'Natur',
    food: 'Essen',
    travel: 'Reisen',
    activities: 'Aktivitäten',
    objects: 'Gegenstände',
    symbols: 'Symbole',
    flags: 'Flaggen',
  },
}

export const viewer: typeof en.viewer = {
  previous: 'Vorheriges Bild',
  next: 'Nächstes Bild',
  open: 'Original öffnen',
  download: 'Herunterladen',
  place: (index, count) => `${index} von ${count}`,
}

export const person: typeof en.person = {
  card: (name) => name,
  roles: {
    100: 'Besitzer',
    200: 'Administrator',
    300: 'Moderator',
    400: 'Mitglied',
    600: 'Gast',
  },
  bot: 'Bot',
  botOf: (owner) => `Bot von ${owner}`,
  deactivated: 'Dieses Konto ist deaktiviert.',
  localTime: (time) => `${time} Ortszeit`,
  send: 'Direktnachricht senden',
  messages: 'Nachrichten ansehen',
  mute: 'Person stummschalten',
  unmute: 'Stummschaltung aufheben',
  muteFailed: 'Das konnte nicht geändert werden.',
  profile: 'Profil ansehen',
  joined: (day) => `Beigetreten am ${day}`,
  groups: 'Gruppen',
  commonGroups: 'Gemeinsame Gruppen',
  streams: 'Streams',
  commonStreams: 'Gemeinsame Streams',
}

export const poll: typeof en.poll = {
  name: (question) => `Umfrage: ${question}`,
  noQuestion: 'Umfrage',
  question: 'Frage',
  add: 'Antwort hinzufügen',
  addAction: 'Hinzufügen',
  vote: (option, count) => `${option}, ${count} ${count === 1 ? 'Stimme' : 'Stimmen'}`,
  editQuestion: 'Frage bearbeiten',
  failed: 'Die Umfrage konnte nicht geändert werden.',
}

export const todo: typeof en.todo = {
  name: (title) => `Aufgabenliste: ${title}`,
  noTitle: 'Aufgabenliste',
  title: 'Titel',
  editTitle: 'Titel bearbeiten',
  task: 'Neue Aufgabe',
  add: 'Aufgabe hinzufügen',
  failed: 'Die Liste konnte nicht geändert werden.',
}

export const topicMenu: typeof en.topicMenu = {
  name: (topic) => `Optionen für ${topic}`,
  markRead: 'Als gelesen markieren',
  mute: 'Thema stummschalten',
  unmute: 'Stummschaltung aufheben',
  follow: 'Thema folgen',
  unfollow: 'Thema nicht mehr folgen',
  move: 'Thema verschieben',
  copyLink: 'Link kopieren',
  failed: 'Das hat nicht geklappt.',
  empty: 'Dieses Thema hat keine Nachrichten.',
  notAllowed: 'Du kannst dieses Thema nicht ändern, weil seine Nachrichten zu alt sind.',
}
