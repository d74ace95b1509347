/* The setup steps of the first owner, and the tour for new people. */

import type * as en from '../en'

export const firstSteps: typeof en.firstSteps = {
  title: (name) => `${name} einrichten`,
  lead: 'Fünf Schritte für den Anfang. Mache sie in beliebiger Reihenfolge, jetzt oder später.',
  progress: (done, all, skipped) =>
    `${done} von ${all} erledigt${skipped > 0 ? `, ${skipped} übersprungen` : ''}`,
  isDone: 'erledigt',
  isSkipped: 'übersprungen',
  skip: 'Überspringen',
  later: 'Später',
  goOn: 'Weiter',
  finish: 'Liste schließen',
  end: 'Das war es. Du kannst das alles später in Einstellungen und Organisation ändern.',
  notSaved: 'Das konnte nicht gespeichert werden.',

  you: 'Dein Name',
  fullName: 'Voller Name',
  fullNameHint: 'Steht neben deinen Nachrichten.',
  account: 'E-Mail-Adresse und Passwort kannst du in den Einstellungen ändern.',
  save: 'Speichern',

  name: 'Gib deiner Organisation einen Namen',
  organization: 'Name',
  organizationHint: 'Steht oben auf jeder Seite und in Einladungen.',

  icon: 'Füge ein Symbol hinzu',
  iconLabel: 'Symbol der Organisation',

  people: 'Lade Leute ein',
  peopleHint:
    'Mit diesem Link kann jeder ein Konto anlegen. Gib ihn nur an Leute weiter, die du hier haben möchtest.',
  addresses: 'E-Mail-Adressen',
  addressesHint: 'Eine pro Zeile, oder mit Kommas getrennt.',
  sendMail: 'Per E-Mail einladen',
  orLink: 'Oder teile einen Link:',
  makeLink: 'Link erstellen',
  link: 'Einladungslink',
  copyLink: 'Link kopieren',
  morePeople: 'Weitere Möglichkeiten zum Einladen',

  streams: 'Lege Streams an',
  streamsHint:
    'Ein Stream ist für ein Team, ein Projekt oder ein Interesse. Seine Nachrichten sind nach Themen geordnet.',
  stream: 'Name des Streams',
  create: 'Anlegen',
  there: 'Vorhandene Streams:',
  moreStreams: 'Private Streams und weitere Optionen',

  welcome: (name) => `Willkommen bei ${name}`,
  offer: 'Möchtest du einen Rundgang von einer Minute?',
  showAround: 'Rundgang starten',
  noTour: 'Nein, danke',
}

export const tour: typeof en.tour = {
  step: (step, all) => `${step} von ${all}`,
  back: 'Zurück',
  next: 'Weiter',
  end: 'Fertig',
  leave: 'Rundgang verlassen',
  conversations: 'Unterhaltungen',
  conversationsText:
    'Deine Streams mit ihren Themen und deine Direktnachrichten. Die Zahlen zählen ungelesene Nachrichten.',
  conversationsHidden:
    'Diese Schaltfläche zeigt deine Streams mit ihren Themen und deine Direktnachrichten.',
  reading: 'Streams und Themen',
  readingText:
    'Jede Nachricht in einem Stream hat ein Thema, damit du nur liest, was dich betrifft. Der Eingang zeigt, was ungelesen ist.',
  writing: 'Schreiben',
  writingText:
    'Antworte in der geöffneten Unterhaltung oder beginne ein neues Thema. Private Unterhaltungen lesen nur die Beteiligten.',
  search: 'Suche',
  searchText: 'Finde Nachrichten, Personen und Streams. Drücke /, um von überall zu suchen.',
  menu: 'Dein Menü',
  menuText:
    'Einstellungen, Design, dein Status und dieser Rundgang. Drücke ?, um alle Tastenkürzel zu sehen.',
}
