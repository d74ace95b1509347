import type * as en from '../en'

/* Empty states of feeds. */
export const nothing: typeof en.nothing = {
  unknownStream: 'Diesen Stream gibt es nicht, oder er ist privat.',
  unknownStreamHint:
    'Vielleicht wurde er umbenannt oder gelöscht, oder du wurdest nicht eingeladen.',
  feed: 'Noch keine Nachrichten in deinen Streams.',
  search: 'Keine Nachrichten gefunden.',
  mentions: 'Noch hat dich niemand erwähnt.',
  mentionsHint: 'Nachrichten, die dich erwähnen, erscheinen hier.',
  starred: 'Noch keine markierten Nachrichten.',
  starredHint: 'Markiere Nachrichten, die du wiederfinden möchtest, mit einem Stern.',
  topic: (topic) => `Hier beginnt ${topic}`,
  topicHint: (stream) =>
    `Das ist ein neues Thema in #${stream}. Schreibe unten die erste Nachricht.`,
  stream: (stream) => `Noch keine Nachrichten in #${stream}`,
  streamHint:
    'Nachrichten in einem Stream sind nach Themen geordnet: So laufen mehrere Unterhaltungen nebeneinander. Beginne unten das erste.',
  streamReadOnly: 'Neue Nachrichten erscheinen hier.',
  privately: (names) => `Du und ${names}`,
  privatelyHint: 'Nur die Personen in dieser Unterhaltung können sie lesen. Sag unten Hallo.',
  notes: 'Notizen an dich selbst',
  notesHint: 'Nur du kannst das lesen. Sammle hier Entwürfe, Links und Listen.',
}
