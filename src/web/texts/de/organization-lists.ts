/* Lists that administrators maintain: custom emoji, linkifiers, playgrounds, profile fields. */

import type * as en from '../en'

export const emojiAdmin: typeof en.emojiAdmin = {
  title: 'Eigene Emojis',
  words: 'bild hochladen emoji gif',
  about: 'Eure eigenen Emojis für Nachrichten und Reaktionen.',
  add: 'Emoji hinzufügen',
  name: 'Name',
  nameHint: 'Kleinbuchstaben, Ziffern, Bindestriche und Unterstriche: :party_papagei:',
  picture: 'Bild',
  choosePicture: 'Wähle ein Bild.',
  preview: 'Vorschau im Text und als Reaktion',
  author: 'Hinzugefügt von',
  none: 'Noch keine eigenen Emojis.',
  noneEnded: 'Keine deaktivierten Emojis.',
  deactivate: (name) => `:${name}: deaktivieren`,
  deactivateOf: (names) => `${names} deaktivieren?`,
  deactivateNote:
    'Vorhandene Nachrichten und Reaktionen behalten das Emoji, und sein Name wird frei.',
  action: 'Deaktivieren',
  replaces: 'Ersetzt das eingebaute Emoji dieses Namens.',
  mayNot: 'Du kannst hier keine Emojis hinzufügen.',
  show: 'Anzeigen',
  shows: { active: 'Aktive', deactivated: 'Deaktivierte' },
}

export const linkifiers: typeof en.linkifiers = {
  title: 'Linkifier',
  words: 'regulärer ausdruck muster link issue ticket filter url',
  about:
    'Muster, die Text in Links verwandeln, etwa #123 in einen Link zu einem Ticket. Von mehreren gilt das erste.',
  add: 'Linkifier hinzufügen',
  editOf: (pattern) => `${pattern} bearbeiten`,
  remove: 'Löschen',
  removeOf: (pattern) => `${pattern} löschen?`,
  removeNote: 'Vorhandene Nachrichten behalten ihre Links.',
  pattern: 'Muster',
  patternHint: 'Ein regulärer Ausdruck mit benannten Gruppen: #(?P<id>[0-9]+)',
  template: 'URL-Vorlage',
  templateHint:
    'Mit den Namen der Gruppen in geschweiften Klammern: https://github.com/acme/app/issues/{id}',
  none: 'Noch keine Linkifier.',
  list: 'Linkifier in der Reihenfolge, in der sie versucht werden',
  test: 'Linkifier testen',
  testHint: 'Zeigt, wie der Server diesen Text mit den gespeicherten Linkifiern darstellt.',
  result: 'Ergebnis',
  example: 'Dieses Muster testen',
  exampleNone: 'Kein Treffer in diesem Text.',
  exampleBad:
    'Dein Browser kann dieses Muster nicht lesen. Der Server prüft es, wenn du es speicherst.',
  becomes: 'wird zu',
}

export const playgrounds: typeof en.playgrounds = {
  title: 'Code-Playgrounds',
  words: 'code ausführen sprache',
  about:
    'Seiten, die Code ausführen. Codeblöcke in der Sprache eines Playgrounds bekommen einen Link dorthin.',
  add: 'Playground hinzufügen',
  name: 'Name',
  language: 'Sprache',
  languageHint: 'Wie in Codeblöcken: Python',
  template: 'URL-Vorlage',
  templateHint: 'Mit {code} anstelle des Codes: https://play.example.com/?code={code}',
  none: 'Noch keine Playgrounds.',
  remove: (name) => `${name} löschen`,
  removeOf: (name) => `${name} löschen?`,
  removeNote: 'Codeblöcke verweisen nicht mehr dorthin.',
  action: 'Löschen',
}

export const fieldsAdmin: typeof en.fieldsAdmin = {
  title: 'Eigene Profilfelder',
  words: 'pronomen geburtstag telefon profil karte eigene',
  about: 'Weitere Angaben in den Profilen.',
  add: 'Feld hinzufügen',
  editOf: (name) => `${name} bearbeiten`,
  remove: 'Löschen',
  removeOf: (name) => `${name} löschen?`,
  removeNote: 'Was in dem Feld eingetragen wurde, wird ebenfalls gelöscht.',
  list: 'Profilfelder in der Reihenfolge der Anzeige',
  none: 'Noch keine Profilfelder.',
  type: 'Art',
  types: {
    1: 'Kurzer Text',
    2: 'Langer Text',
    3: 'Auswahlliste',
    4: 'Datum',
    5: 'Link',
    6: 'Personen',
    7: 'Externes Konto',
    8: 'Pronomen',
  },
  name: 'Name',
  hint: 'Hinweis',
  hintHint: 'Steht beim Ausfüllen unter dem Feld.',
  forMatching: 'Menschen auch nach dem Wert finden',
  forMatchingHint: 'In Vorschlägen und Listen von Menschen, wie nach ihrem Namen.',
  inSummary: 'Auf Profilkarten zeigen (höchstens zwei Felder)',
  required: 'Pflichtfeld: ans Ausfüllen erinnern',
  editable: 'Alle können ihren eigenen Wert bearbeiten',
  options: 'Auswahl',
  optionsHint:
    'Eine Möglichkeit pro Zeile, der Reihe nach. Eine entfernte verlieren alle, die sie haben.',
  account: 'Dienst',
  ownAccount: 'Eigener',
  pattern: 'URL-Vorlage',
  patternHint:
    'Mit %(username)s anstelle des Benutzernamens: https://forum.example.com/u/%(username)s',
  inSummaryTag: 'auf Karten',
  requiredTag: 'Pflichtfeld',
  reservedTag: 'nur Administratoren',
}
