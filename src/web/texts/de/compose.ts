/** The compose box, unsent messages and drafts. */

import type * as en from '../en'
import { once } from '../../lib/once'

const sizes = once(() => new Intl.NumberFormat('de', { maximumFractionDigits: 0 }))
const names = once(() => new Intl.ListFormat('de', { type: 'conjunction' }))

export const compose: typeof en.compose = {
  name: 'Schreiben',
  stream: 'Stream',
  topic: 'Thema',
  people: 'An',
  message: 'Nachricht',
  messagePlaceholder: 'Nachricht',
  messageTo: (place) => `An ${place} schreiben`,
  topicPlaceholder: 'Worum geht es?',
  streamPlaceholder: 'Stream wählen',
  peoplePlaceholder: 'Personen hinzufügen',
  toPeople: 'Stattdessen an Personen schreiben',
  toStream: 'Stattdessen in einem Stream schreiben',
  send: 'Senden',
  preview: 'Vorschau',
  write: 'Bearbeiten',
  attach: 'Dateien anhängen',
  emoji: 'Emoji einfügen',
  snippets: 'Textbaustein einfügen',
  manageSnippets: 'Textbausteine verwalten',
  bold: 'Fett',
  italic: 'Kursiv',
  link: 'Link',
  code: 'Code',
  quote: 'Zitat',
  list: 'Liste',
  numberedList: 'Nummerierte Liste',
  formatting: 'Formatierung',
  close: 'Schließen und als Entwurf speichern',
  newTopic: 'Neues Thema',
  newTopicIn: (stream) => `Neues Thema in #${stream}`,
  newPrivate: 'Neue Direktnachricht',
  removePerson: (name) => `${name} entfernen`,
  rendering: 'Vorschau wird erstellt …',
  nothingToPreview: 'Es gibt noch nichts anzusehen.',

  elsewhere: (place) => `Du schreibst an ${place}.`,
  nowhereYet: 'Deine Nachricht hat noch kein Ziel.',
  writeHere: 'Stattdessen hier schreiben',
  sentTo: (place) => `An ${place} gesendet.`,
  notSentTo: (place) => `Deine Nachricht an ${place} wurde nicht gesendet.`,
  goThere: 'Zur Unterhaltung',
  noteToSelf: 'dich selbst',

  emptyMessage: 'Schreibe zuerst eine Nachricht.',
  missingStream: 'Wähle einen Stream.',
  missingTopic: 'Gib ein Thema ein.',
  emptyTopicRefused: 'Nachrichten in diesem Stream brauchen ein Thema.',
  namedTopicRefused:
    'Dieser Stream nimmt nur Nachrichten in „general chat“ an. Lass das Thema leer.',
  newTopicRefused: 'Du kannst in diesem Stream keine Themen beginnen. Wähle ein vorhandenes Thema.',
  missingPeople: 'Wähle mindestens eine Person.',
  uploading: 'Dateien werden noch hochgeladen.',
  tooLong: (bytes) =>
    `${sizes().format(bytes)} ${bytes === 1 ? 'Byte' : 'Bytes'} zu lang. Teile sie in mehrere Nachrichten auf.`,
  topicTooLong: (count) => `Das Thema ist ${sizes().format(count)} Zeichen zu lang.`,

  notSubscribedPeople: (people, stream) =>
    people.length === 1
      ? `${names().format(people)} hat #${stream} nicht abonniert und wird das nicht sehen.`
      : `${names().format(people)} haben #${stream} nicht abonniert und werden das nicht sehen.`,
  wildcard: (count, stream) =>
    `Alle ${sizes().format(count)} Personen in #${stream} werden benachrichtigt.`,
  resolvedTopic: 'Dieses Thema ist gelöst.',
  reopenTopic: 'Wieder öffnen',
  guests: (people) =>
    people.length === 1
      ? `${people[0]} ist Gast dieser Organisation.`
      : `${names().format(people)} sind Gäste dieser Organisation.`,

  unknownStream: 'Diesen Stream gibt es nicht, oder du hast keinen Zugriff darauf.',
  archivedTitle: 'Archivierter Stream',
  archived: 'Dieser Stream ist archiviert und nimmt keine Nachrichten mehr an.',
  notSubscribed: 'Nur Abonnenten können hier schreiben.',
  onlyAdmins: 'Nur Administratoren können hier schreiben.',
  onlyModerators: 'Nur Moderatoren und Administratoren können hier schreiben.',
  onlyFullMembers: 'Neue Mitglieder können hier noch nicht schreiben.',
  notAllowed: 'Du darfst hier nicht schreiben.',
  nobodyAuthorizes: 'Niemand in dieser Unterhaltung darf Direktnachrichten verwenden.',
  privateMessagesOff: 'Direktnachrichten sind in dieser Organisation ausgeschaltet.',
  deactivated: 'Dieses Konto ist deaktiviert und kann keine Nachrichten bekommen.',

  tooOld: 'Diese Nachricht wartet schon lange. Jetzt senden?',
  fileTooLarge: (bytes) =>
    `Dateien dürfen höchstens ${sizes().format(bytes / 2 ** 20)}\u00a0MiB groß sein.`,
  uploadProgress: (name) => `${name} wird hochgeladen`,
  uploadFailed: (name, reason) => `${name} wurde nicht hochgeladen. ${reason}`,
  cancelUpload: (name) => `Hochladen von ${name} abbrechen`,
  retryUpload: 'Erneut versuchen',
  dismiss: 'Ausblenden',
  dropHere: 'Dateien hier ablegen, um sie anzuhängen',

  typingOne: (name) => `${name} schreibt …`,
  typingSome: (people) => `${names().format(people)} schreiben …`,
  typingMany: 'Mehrere Personen schreiben …',

  linkText: 'Text',
  edit: 'Bearbeiten',
  waiting: 'Wartet auf die Verbindung',
}

export const typeahead: typeof en.typeahead = {
  suggestions: 'Vorschläge',
  everybody: (name) => `Benachrichtigt alle ${name === 'topic' ? 'im Thema' : 'im Stream'}`,
  group: 'Gruppe',
  bot: 'Bot',
  commands: {
    me: 'Eine Handlung beschreiben',
    poll: 'Umfrage erstellen',
    todo: 'Aufgabenliste erstellen',
  },
}

export const drafts: typeof en.drafts = {
  restore: 'Weiterschreiben',
  remove: 'Entwurf löschen',
  none: 'Keine Entwürfe.',
  noneHint: 'Nachrichten, die du beginnst und nicht sendest, werden hier gespeichert.',
  noDestination: 'Noch kein Empfänger',
  deleted: 'Entwurf gelöscht.',
  undo: 'Rückgängig',
}

/** The notice in a stream that the reader has not joined. */
export const notJoined: typeof en.notJoined = {
  title: 'Du bist nicht in diesem Stream.',
  effect: 'Seine neuen Nachrichten erscheinen nicht in deinem Eingang.',
  join: 'Beitreten',
  failed: (stream) => `Du konntest ${stream} nicht beitreten.`,
}
