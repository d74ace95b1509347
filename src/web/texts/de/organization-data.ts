/* Exports and statistics. */

import type * as en from '../en'

export const realmExports: typeof en.realmExports = {
  title: 'Exporte',
  words: 'herunterladen daten archiv sicherung backup',
  about:
    'Die Organisation als Dateien: zum Umziehen, für Programme oder zum Lesen. Du erfährst, wenn sie fertig sind. Höchstens fünf pro Woche.',
  type: 'Inhalt',
  types: {
    public: 'Öffentliche Daten',
    full_with_consent: 'Öffentliche und freigegebene private Daten',
  },
  typeHint:
    'In den Einstellungen ihres Kontos wählen alle selbst, ob ihre privaten Daten exportiert werden dürfen.',
  format: 'Dateiformat',
  formats: {
    zulip: 'Archiv für einen anderen Server',
    jsonl: 'JSON Lines für Programme',
    html: 'Seiten zum Lesen und Suchen',
  },
  formatHint:
    'JSON Lines enthalten Nachrichten und die Namen von Dateien; Archive und Seiten enthalten auch die Dateien.',
  request: 'Export anfordern',
  none: 'Noch keine Exporte.',
  time: 'Angefordert',
  by: 'Angefordert von',
  state: 'Datei',
  name: (time) => `Export vom ${time}`,
  pending: 'In Arbeit',
  failed: 'Fehlgeschlagen',
  deleted: 'Gelöscht',
  notDownloaded: 'Der Export konnte nicht heruntergeladen werden.',
  download: 'Herunterladen',
  downloadOf: (name) => `Herunterladen: ${name}`,
  deleteOf: (name) => `Löschen: ${name}`,
  deleteTitle: 'Diesen Export löschen?',
  delete: 'Löschen',
}

export const statistics: typeof en.statistics = {
  title: 'Statistik',
  words: 'zahlen nachrichten aktivität diagramme analyse',
  span: 'Zeitraum',
  charts: {
    messages_sent_over_time: 'Nachrichten',
    messages_sent_by_message_type: 'Nachrichten nach Ziel',
    messages_sent_by_client: 'Nachrichten nach Programm',
    number_of_humans: 'Personen',
  },
  labels: {
    human: 'Von Personen',
    bot: 'Von Bots',
    _1day: 'Am letzten Tag aktiv',
    _15day: 'In den letzten 15 Tagen aktiv',
    all_time: 'Alle Konten',
  },
  nothing: 'Keine Daten für diesen Zeitraum.',
  what: 'Kategorie',
  who: 'Personen',
  messages: 'Nachrichten',
  now: 'Jetzt',
  share: 'Anteil',
  byDay: 'Zahlen pro Tag',
  day: 'Tag',
  number: 'Anzahl',
}
