import type * as en from '../en/imports'

const number = new Intl.NumberFormat('de')

export const realmImports: typeof en.realmImports = {
  title: 'Import',
  words: 'Umzug umziehen Archiv hochladen Zulip Slack Mattermost Rocket.Chat Discord',
  about:
    'Hole Personen, Nachrichten und Dateien aus Zulip, Slack, Mattermost, Rocket.Chat oder Discord. Ein Probelauf zeigt das Ergebnis und ändert nichts.',
  notPossible: 'Der Betreiber erlaubt hier keine Importe.',
  from: 'Archiv',
  upload: 'Datei hochladen',
  onServer: 'Datei auf dem Server',
  file: 'Datei',
  fileHint: (mib) => `Das Archiv vom alten Server; höchstens ${number.format(mib)} MiB.`,
  path: 'Pfad',
  pathHint: 'Im Ordner, den der Betreiber des Servers erlaubt.',
  people: 'Adressen von Personen (optional)',
  peopleHint: 'CSV-Datei. Je Zeile: ID, Name oder alte Adresse, dann die Adresse hier.',
  tooLarge: 'Diese Datei ist zu groß.',
  check: 'Archiv prüfen',
  states: {
    uploading: 'Wird hochgeladen',
    checking: 'Probelauf',
    checked: 'Bereit zum Start',
    importing: 'Wird importiert',
    done: 'Importiert',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  cancelling: 'Wird angehalten …',
  unfinishedUpload: 'Diese Seite lädt nichts hoch. Brich ab, und wähle die Datei neu aus.',
  waits: 'Nur ein Serverprozess, der die Datei hat, kann fortfahren.',
  read: (read, total) =>
    total === null
      ? `${number.format(read)} Einträge gelesen`
      : `${number.format(read)} von ${number.format(total)} Einträgen`,
  rate: (perSecond) => `${number.format(Math.round(perSecond))} pro Sekunde`,
  left: (seconds) =>
    seconds < 60 ? 'noch weniger als eine Minute' : `noch etwa ${minutes(seconds)}`,
  checkedNote:
    'Noch ist nichts importiert. Alle können weiterarbeiten; importierte Streams sind neu.',
  start: 'Import starten',
  goOn: 'Fortsetzen',
  cancel: 'Import abbrechen',
  cancelTitle: 'Diesen Import abbrechen?',
  cancelNote: 'Was importiert ist, bleibt. Dasselbe Archiv fährt später dort fort.',
  report: 'Bericht',
  kind: 'Einträge',
  inArchive: 'Im Archiv',
  isNew: 'Neu',
  known: 'Schon hier',
  remarks: 'Ausgelassen oder geändert',
  remark: (reason, count) => `${reason}: ${number.format(count)}`,
  download: 'Bericht herunterladen',
  downloadOf: (name) => `Bericht herunterladen: ${name}`,
  earlier: 'Frühere Importe',
  time: 'Angefordert',
  state: 'Stand',
  kinds: {
    realm: 'Organisation',
    emoji: 'Eigene Emojis',
    user: 'Personen und Bots',
    group: 'Benutzergruppen',
    folder: 'Ordner',
    stream: 'Streams',
    subscription: 'Abonnements',
    file: 'Dateien',
    message: 'Nachrichten',
    reaction: 'Reaktionen',
    star: 'Markierungen',
    'read-position': 'Lesepositionen',
    'topic-policy': 'Gefolgte und stummgeschaltete Themen',
    'profile-field': 'Profilfelder',
    'profile-value': 'Werte von Profilfeldern',
    snippet: 'Textbausteine',
    scheduled: 'Geplante Nachrichten',
    draft: 'Entwürfe',
    address: 'Alte Adressen',
  },
}

function minutes(seconds: number): string {
  const count = Math.round(seconds / 60)
  if (count < 90) return count === 1 ? '1 Minute' : `${count} Minuten`
  return `${String(Math.round(count / 60))} Stunden`
}
