import type * as en from '../en'

/** Devices that get push notifications. */
export const devices: typeof en.devices = {
  title: 'Geräte',
  words:
    'push benachrichtigungen handy telefon iphone android unifiedpush ntfy topic startbildschirm',
  about:
    'Geräte bekommen Benachrichtigungen über Nachrichten, die du verpasst, auch wenn Parley geschlossen ist. Worüber, stellst du unter „Benachrichtigungen“ ein.',
  turnOn: 'In diesem Browser einschalten',
  isOn: 'Dieser Browser ist eingeschaltet.',
  onNow: 'Dieser Browser bekommt jetzt Benachrichtigungen.',
  homeScreen:
    'Auf einem iPhone oder iPad füge Parley zuerst zum Home-Bildschirm hinzu (Teilen, dann „Zum Home-Bildschirm“), und öffne es dort.',
  unsupported: 'Dieser Browser unterstützt keine Push-Benachrichtigungen.',
  notSubscribed: 'Der Browser konnte sich nicht bei seinem Push-Dienst anmelden.',
  list: 'Geräte mit Benachrichtigungen',
  none: 'Noch keine Geräte.',
  name: 'Gerät',
  service: 'Push-Dienst',
  lastSuccess: 'Letzte Benachrichtigung',
  never: 'Noch keine',
  failed: (error) => `Fehlgeschlagen: ${error}`,
  thisOne: 'dieses',
  topicOf: (host) => `Topic bei ${host}`,
  test: 'Testen',
  testOf: (device) => `${device} testen`,
  testSent: 'Eine Testbenachrichtigung ist unterwegs.',
  remove: 'Entfernen',
  removeOf: (device) => `${device} entfernen`,
  notChanged: 'Das hat nicht geklappt.',
  topic: 'Topic von ntfy',
  topicAbout:
    'Eine App wie ntfy zeigt, was an ihrem Topic ankommt. Texte gehen unverschlüsselt dorthin: Wähle einen Namen, den niemand errät.',
  address: 'Adresse des Topics',
  token: 'Zugangstoken (optional)',
  addTopic: 'Topic hinzufügen',
}

/** Times without notifications. */
export const quietTimes: typeof en.quietTimes = {
  title: 'Nicht stören',
  about:
    'Kein Fenster, kein Ton und keine Benachrichtigung zu diesen Zeiten. Danach erfährst du, wie viele Nachrichten kamen. E-Mails kommen wie sonst.',
  now: 'Mich nicht stören',
  off: 'Aus',
  until: (time) => `Bis ${time}`,
  hours: (count) => (count === 1 ? '1 Stunde lang' : `${count} Stunden lang`),
  schedule: 'Ruhezeiten',
  none: 'Keine Ruhezeiten.',
  days: 'Tage',
  time: 'Zeit',
  presets: { all: 'Jeden Tag', work: 'Montag bis Freitag', weekend: 'Samstag und Sonntag' },
  day: (day) => ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'][day - 1] ?? '',
  from: 'Von',
  to: 'Bis',
  add: 'Ruhezeit hinzufügen',
  remove: (period) => `${period} entfernen`,
}
