/* The reader's bots, all bots of the organization, and their webhook URLs. */

import type * as en from '../en'

export const bots: typeof en.bots = {
  title: 'Bots',
  words: 'api schlüssel key webhook zuliprc roboter integration',
  about:
    'Ein Bot ist ein Konto für ein Programm, mit eigenem API-Schlüssel. Seine API-Aufrufe gehen an die Adresse dieser Seite.',
  add: 'Bot hinzufügen',
  create: 'Bot erstellen',
  own: 'Deine Bots',
  noneOwn: 'Du hast noch keine Bots.',
  noneActive: 'Keiner deiner Bots ist aktiv.',
  fullName: 'Voller Name',
  shortName: 'Kurzname',
  shortNameHint: (domain) => `Seine E-Mail-Adresse wird KURZNAME-bot@${domain}.`,
  badShortName:
    'Nimm höchstens 60 Buchstaben (a bis z), Ziffern, Punkte und Bindestriche, ohne Leerzeichen.',
  shortNameChanges:
    'Nach einer Änderung brauchen Programme, die den Bot nutzen, eine neue zuliprc.',
  type: 'Art',
  kinds: { 1: 'Allgemeiner Bot', 2: 'Eingehender Webhook', 3: 'Ausgehender Webhook' },
  kindHints: {
    1: 'Hat vollen API-Zugriff gemäß seiner Rolle.',
    2: 'Kann nur Nachrichten senden. Für Dienste, die Meldungen schicken.',
    3: 'Ruft für jede Nachricht an ihn deine URL auf. Dein Dienst kann antworten.',
  },
  picture: 'Bild des Bots',
  address: 'Endpunkt-URL',
  interface: 'Format der Anfragen',
  interfaces: { 1: 'Allgemeines JSON', 2: 'Slack-kompatibel' },
  mayNot: 'Du kannst in dieser Organisation keine Bots erstellen.',
  showKey: 'API-Schlüssel anzeigen',
  hideKey: 'API-Schlüssel verbergen',
  copyKey: 'API-Schlüssel kopieren',
  key: 'API-Schlüssel',
  download: 'zuliprc herunterladen',
  regenerate: 'API-Schlüssel neu erzeugen',
  regenerateOf: (name) => `API-Schlüssel von ${name} neu erzeugen?`,
  regenerateNote:
    'Der alte Schlüssel gilt sofort nicht mehr. Ändere ihn in den Programmen, die ihn verwenden.',
  newKey: (name) => `Neuer API-Schlüssel von ${name}`,
  newKeyNote:
    'Der Schlüssel wird nur einmal angezeigt. Danach kann ihn nur der Besitzer des Bots sehen.',
  deactivate: 'Deaktivieren',
  deactivateOf: (name) => `${name} deaktivieren?`,
  deactivateNote:
    'Der API-Schlüssel gilt dann nicht mehr. Die Nachrichten bleiben. Du kannst den Bot später reaktivieren.',
  reactivate: 'Reaktivieren',
  reactivateNote: 'Der Bot bekommt API-Schlüssel, Rolle und Streams zurück.',
  inactive: 'Deaktiviert',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  owner: 'Besitzer',
  ownerHint: 'Nur der Besitzer kann den API-Schlüssel sehen.',
  nobodyOf: 'Keine Treffer',
  role: 'Rolle',
  webhookAddress: 'Webhook-URL',
  webhookAddressOf: (name) => `Webhook-URL von ${name}`,
  all: 'Alle Bots',
  name: 'Name',
  email: 'E-Mail',
  show: 'Anzeigen',
  shows: { active: 'Aktive', deactivated: 'Deaktivierte', both: 'Alle' },
  anyKind: 'Alle Arten',
  anyOwner: 'Alle Besitzer',
  nobody: 'Niemand',
  deactivateAll: 'Deaktivieren',
  deactivateAllOf: (count) =>
    count === 1 ? 'Einen Bot deaktivieren?' : `${count} Bots deaktivieren?`,
  noneAtAll: 'Noch keine Bots.',
  file: (name) => `${name}.zuliprc`,
}

export const webhooks: typeof en.webhooks = {
  integration: 'Dienst',
  target: 'Nachrichten senden an',
  toOwner: 'Direktnachricht an den Besitzer des Bots',
  topic: 'Thema',
  topicHint: 'Leer lassen, damit die Integration für jede Nachricht ein Thema wählt.',
  events: 'Ereignisse, die gemeldet werden',
  everything: 'Alle auswählen',
  nothing: 'Keine auswählen',
  address: 'Webhook-URL',
  addressNote: 'Sie enthält den API-Schlüssel des Bots. Gib sie nur dem Dienst.',
  copy: 'URL kopieren',
  noneChosen: 'Wähle mindestens ein Ereignis aus.',
}

export const orderedList: typeof en.orderedList = {
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  moved: (name, place, of) => `${name} ist jetzt ${place} von ${of}`,
}
