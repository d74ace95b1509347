/* Personal settings. */

import type * as en from '../en'

export const mailTrouble: typeof en.mailTrouble = {
  about: (address, reason) =>
    `E-Mails an ${address} können nicht zugestellt werden (${reason}). Bis das behoben ist, bekommst du keine E-Mails über verpasste Nachrichten.`,
  retry: 'Wieder E-Mails dorthin senden',
  change: 'Adresse ändern',
  again: 'An deine Adresse werden wieder E-Mails gesendet.',
}

export const profile: typeof en.profile = {
  title: 'Profil',
  words: 'bild avatar foto name status pronomen über mich felder',
  picture: 'Dein Bild',
  name: 'Voller Name',
  mayNotRename: 'In dieser Organisation können nur Administratoren Namen ändern.',
  nothing: 'Keine Angabe',
  addPerson: (field) => `Zu ${field} hinzufügen`,
  removePerson: (name) => `${name} entfernen`,
}

export const account: typeof en.account = {
  title: 'Konto',
  words:
    'e-mail adresse passwort api schlüssel zuliprc sitzungen abmelden datenschutz privatsphäre schreiben lesebestätigungen deaktivieren',
  address: 'E-Mail-Adresse',
  changeAddress: 'E-Mail-Adresse ändern',
  mayNotChangeAddress: 'In dieser Organisation können nur Administratoren E-Mail-Adressen ändern.',
  addressAsked: (address) =>
    `Wir haben einen Link an ${address} geschickt. Deine E-Mail-Adresse ändert sich, wenn du ihn öffnest.`,
  oldPassword: 'Jetziges Passwort',
  newPassword: 'Neues Passwort',
  passwordEndsSessions: 'Wenn du es änderst, wirst du auf allen anderen Geräten abgemeldet.',
  changePassword: 'Passwort ändern',
  privacy: 'Privatsphäre',
  addressSeen: 'Wer deine E-Mail-Adresse sehen darf',
  addressSeenBy: {
    1: 'Alle',
    2: 'Mitglieder, aber keine Gäste',
    5: 'Moderatoren und Administratoren',
    3: 'Administratoren',
    4: 'Niemand',
  },
  presence: 'Anderen zeigen, wann du online bist',
  receipts: 'Anderen zeigen, was du gelesen hast',
  typingPrivate: 'Zeigen, wenn du Direktnachrichten schreibst',
  typingStreams: 'Zeigen, wenn du in Streams schreibst',
  sessions: 'Anmeldungen und API-Schlüssel',
  browser: 'Browser oder Schlüssel',
  ipAddress: 'IP-Adresse oder Rechte',
  lastUsed: 'Zuletzt verwendet',
  thisOne: 'dieser hier',
  end: 'Abmelden',
  endOf: (browser) => `${browser} abmelden`,
  endOthers: 'Alle anderen abmelden',
  notEnded: 'Diese Sitzung konnte nicht beendet werden.',
  apiKey: 'API-Schlüssel',
  apiKeyAbout: 'Programme mit diesem Schlüssel können alles, was du kannst.',
  showKey: 'API-Schlüssel anzeigen',
  hideKey: 'Verbergen',
  copyKey: 'API-Schlüssel kopieren',
  download: 'zuliprc herunterladen',
  newKey: 'API-Schlüssel neu erzeugen',
  newKeyTitle: 'Deinen API-Schlüssel neu erzeugen?',
  newKeyWarning: 'Programme mit dem jetzigen Schlüssel funktionieren dann nicht mehr.',
  leaving: 'Konto deaktivieren',
  leavingAbout:
    'Deine Nachrichten bleiben erhalten. Ein Administrator kann dein Konto reaktivieren.',
  deactivate: 'Mein Konto deaktivieren',
  deactivateTitle: 'Dein Konto deaktivieren?',
  deactivateWarning: 'Du wirst überall abgemeldet, und deine Bots funktionieren nicht mehr.',
}

export const appearance: typeof en.appearance = {
  title: 'Darstellung',
  words:
    'design farben dunkel hell dichte kompakt schrift größe zeit zeitzone uhr 24 sprache startseite ansicht lesen enter senden emoticons entwürfe reaktionen markierte',
  look: 'Anzeige',
  fontSize: 'Schriftgröße',
  pixels: 'Pixel',
  density: 'Zeilenabstand',
  densities: { compact: 'Kompakt', normal: 'Normal', roomy: 'Großzügig' },
  otherDensity: (percent) => `${percent}\u00a0%`,
  times: 'Sprache, Datum und Uhrzeit',
  clock: 'Uhrzeit',
  clockWords: '12 24 Stunden Uhrzeit',
  clockOfLanguage: 'Wie in der Sprache üblich',
  clocks: { false: '2:05 PM', true: '14:05' },
  zone: 'Zeitzone',
  zoneAbout: 'Uhrzeiten werden in dieser Zone gezeigt. Andere können deine Ortszeit sehen.',
  zoneOfDevice: (zone) => `Wie auf diesem Gerät (${zone.replaceAll('_', ' ')})`,
  language: 'Sprache',
  languageAbout:
    'Die App gibt es auf Deutsch und Englisch. Eine andere Wahl gilt für Datumsangaben und übersetzte Nachrichten des Servers.',
  reading: 'Lesen',
  home: 'Startseite',
  streamOpens: 'Ein Stream öffnet sich mit',
  streamViews: {
    topic: 'Neuestem ungelesenen oder neuestem Thema',
    unread: 'Neuestem ungelesenen Thema oder allen Nachrichten',
    everything: 'Allen Nachrichten',
    topics: 'Allen Nachrichten, mit den Themen in der Seitenleiste',
  },
  marksRead: 'Nachrichten beim Scrollen als gelesen markieren',
  marksReadWhere: {
    1: 'Überall außer in Gesamtansicht und Suchen',
    2: 'Nur in Unterhaltungen',
    3: 'Nie',
  },
  linkPreviews: 'Vorschauen verlinkter Seiten zeigen',
  reactionNames: 'Namen bei Nachrichten mit wenigen Reaktionen zeigen',
  folders: 'Ordner der Streams in der Seitenleiste zeigen',
  starredCount: 'Anzahl der markierten Nachrichten zeigen',
  writing: 'Schreiben',
  enterSends: 'Enter sendet, und Umschalt+Enter beginnt eine neue Zeile',
  emoticons: 'Emoticons wie :) in Emojis umwandeln',
  drafts: 'Entwürfe auf dem Server speichern',
  draftsAbout:
    'Deine Browser haben dann dieselben Entwürfe. Wenn du das ausschaltest, werden sie vom Server gelöscht.',
}

export const notificationSettings: typeof en.notificationSettings = {
  title: 'Benachrichtigungen',
  words:
    'desktop ton mail e-mail erwähnungen direktnachrichten gefolgt streams zähler ungelesen nicht stören ruhezeiten',
  what: 'Benachrichtige mich über',
  where: 'Nachrichten',
  kinds: {
    desktop: 'Desktop',
    sound: 'Ton',
    push: 'Geräte',
    mail: 'E-Mail',
    all: '@all-Erwähnungen',
  },
  rows: {
    personal: 'Direktnachrichten und Erwähnungen',
    followed: 'Themen, denen du folgst',
    streams: 'Alle anderen Themen in Streams',
  },
  notAsked: 'Dieser Browser wurde noch nicht gefragt, ob er Benachrichtigungen zeigen darf.',
  content: 'Text von Direktnachrichten in Benachrichtigungen zeigen',
  pushOnline: 'Geräte auch benachrichtigen, während ich hier aktiv bin',
  mailContent: 'Nachrichten in E-Mails zeigen',
  mailAbout:
    'E-Mails kommen für Nachrichten, die du verpasst, während du nicht da bist – falls dieser Server E-Mails verschickt.',
  mailDigest: 'Wöchentliche Zusammenfassung, wenn ich weg war',
  mailDigestWhen: 'Falls die Organisation eine sendet.',
  mailLogin: 'E-Mail bei jeder neuen Anmeldung',
  mailPause: 'Nachrichten für eine E-Mail sammeln',
  mailPauses: {
    120: '2 Minuten',
    300: '5 Minuten',
    900: '15 Minuten',
    3_600: '1 Stunde',
    86_400: '1 Tag',
  },
  mailPauseOther: (seconds) => `${seconds} Sekunden`,
  counts: 'Zahl ungelesener Nachrichten im Browser-Tab',
  countsWhat: {
    1: 'Alle ungelesenen Nachrichten',
    2: 'Direktnachrichten, Erwähnungen und Themen, denen du folgst',
    3: 'Direktnachrichten und Erwähnungen',
    4: 'Keine',
  },
  exceptions: 'Ausnahmen für einzelne Streams',
  noExceptions: 'Keine Ausnahmen.',
  addException: 'Stream hinzufügen',
  asAll: (isOn) => (isOn ? 'Standard (ein)' : 'Standard (aus)'),
  on: 'Ein',
  off: 'Aus',
  reset: 'Auf Standard zurücksetzen',
  resetOf: (stream) => `${stream} auf Standard zurücksetzen`,
  following: 'Themen, denen du folgst',
  follows: 'Themen automatisch folgen',
  unmutes: 'Stummschaltung von Themen in stummgeschalteten Streams automatisch aufheben',
  followsWhich: {
    1: 'Themen, an denen du dich beteiligst',
    2: 'Themen, in denen du schreibst',
    3: 'Themen, die du beginnst',
    4: 'Keine',
  },
  followsMentions: 'Themen folgen, in denen du erwähnt wirst',
}

export const alertWords: typeof en.alertWords = {
  title: 'Signalwörter',
  words: 'benachrichtigen stichwörter schlüsselwörter',
  about:
    'Nachrichten, die eines davon enthalten, benachrichtigen dich, als wärst du erwähnt worden.',
  add: 'Wort hinzufügen',
  word: 'Wort oder Wendung',
  remove: (word) => `${word} entfernen`,
  removeAll: 'Entfernen',
  none: 'Noch keine Signalwörter.',
}

export const mutedPeople: typeof en.mutedPeople = {
  title: 'Stummgeschaltete Personen',
  words: 'benutzer blockieren ignorieren verbergen',
  about: 'Ihre Nachrichten sind verborgen und benachrichtigen dich nicht.',
  add: 'Person stummschalten',
  name: 'Name',
  since: 'Seit',
  unmute: 'Aufheben',
  unmuteOf: (name) => `Stummschaltung von ${name} aufheben`,
  none: 'Niemand ist stummgeschaltet.',
}

export const topicSettings: typeof en.topicSettings = {
  title: 'Themen',
  words: 'stummgeschaltet gefolgt themen stummschaltung',
  about:
    'Themen, denen du folgst oder deren Stummschaltung du geändert hast. Das geht auch im Menü eines Themas.',
  stream: 'Stream',
  topic: 'Thema',
  policy: 'Benachrichtigungen',
  policyOf: (topic) => `Benachrichtigungen für ${topic}`,
  policies: { 1: 'Stummgeschaltet', 2: 'Nicht stummgeschaltet', 3: 'Du folgst' },
  asStream: 'Wie der Stream',
  follow: 'Folgen',
  mute: 'Stummschalten',
  changed: 'Geändert',
  none: 'Noch keine Themen.',
}

export const snippets: typeof en.snippets = {
  title: 'Textbausteine',
  words: 'gespeicherte texte vorlagen antworten',
  about: 'Gespeicherte Texte, die du in Nachrichten einfügen kannst.',
  add: 'Neuer Textbaustein',
  edit: 'Textbaustein bearbeiten',
  name: 'Titel',
  content: 'Text',
  save: 'Textbaustein speichern',
  editOf: (title) => `${title} bearbeiten`,
  removeOf: (title) => `${title} löschen`,
  removeAll: 'Löschen',
  removeTitle: (title) => `${title} löschen?`,
  removeWarning: 'Nachrichten, die ihn enthalten, bleiben, wie sie sind.',
  none: 'Noch keine Textbausteine.',
}
