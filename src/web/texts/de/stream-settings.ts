/* Streams: list, creation, settings, subscribers, folders and defaults. */

import type * as en from '../en'

const people = (count: number) => (count === 1 ? '1 Person' : `${count} Personen`)

export const streamSettings: typeof en.streamSettings = {
  sections: 'Bereiche der Streams',
  all: 'Alle Streams',
  subscribed: 'Deine Streams',
  available: 'Nicht beigetreten',
  archived: 'Archiviert',
  create: 'Stream anlegen',
  folders: 'Ordner',
  defaults: 'Standard-Streams',
  backToAll: 'Alle Streams',
  backToArchived: 'Zu den archivierten Streams',
  gone: 'Stream nicht gefunden',
  goneHint: 'Er wurde archiviert, oder du kannst ihn nicht mehr sehen.',
  open: 'Unterhaltung öffnen',
  openOf: (stream) => `${stream} öffnen`,
}

export const streamList: typeof en.streamList = {
  label: 'Streams',
  find: 'Streams filtern',
  none: 'Hier sind keine Streams.',
  name: 'Stream',
  subscribers: 'Abonnenten',
  traffic: 'Pro Woche',
  young: 'neu',
  last: 'Letzte Nachricht',
  never: 'keine',
  tools: 'Aktionen',
  join: 'Beitreten',
  leave: 'Verlassen',
  joinOf: (stream) => `${stream} beitreten`,
  leaveOf: (stream) => `${stream} verlassen`,
  joinAll: 'Allen beitreten',
  leaveAll: 'Alle verlassen',
  cannotJoin: 'Nur Abonnenten können dich hinzufügen',
  kind: 'Art',
  everyKind: 'Alle Arten',
  public: 'Öffentlich',
  private: 'Privat',
  folder: 'Ordner',
  everyFolder: 'Alle Ordner',
  noFolder: 'Kein Ordner',
  leaveTitle: (count) =>
    count === 1 ? 'Einen privaten Stream verlassen?' : `${count} private Streams verlassen?`,
  leaveWarning: (names) =>
    `Du kannst nur wieder beitreten, wenn ein Abonnent dich hinzufügt: ${names}.`,
  noArchived: 'Keine archivierten Streams.',
  restore: 'Wiederherstellen',
  restoreOf: (stream) => `${stream} wiederherstellen`,
  restored: (stream) => `${stream} ist wiederhergestellt, mit den Abonnenten.`,
  notRestored: (stream) => `${stream} konnte nicht wiederhergestellt werden.`,
  nameTaken: (stream) => `${stream} heißt inzwischen ein anderer Stream.`,
  newName: 'Neuer Name',
}

export const newStream: typeof en.newStream = {
  words: 'neu hinzufügen erstellen',
  name: 'Name',
  description: 'Beschreibung',
  descriptionHint: 'Steht über den Nachrichten. Du kannst Links und Hervorhebungen verwenden.',
  privacy: 'Wer ihn sehen kann',
  publicChoice: 'Öffentlich, für alle außer Gäste',
  sharedChoice: 'Privat, neue Abonnenten sehen frühere Nachrichten',
  hiddenChoice: 'Privat, neue Abonnenten sehen nur spätere Nachrichten',
  announce: 'Stream ankündigen',
  announceIn: (stream) => `Schreibt eine Nachricht in ${stream}.`,
  isDefault: 'Standard-Stream: Neue Personen abonnieren ihn',
  folder: 'Ordner',
  noFolder: 'Keiner',
  topics: 'Themen',
  topicsRequired: 'Jede Nachricht hat ein Thema',
  topicsOptional: 'Nachrichten dürfen ohne Thema sein',
  topicsNone: 'Keine Themen, nur „general chat“',
  retention: 'Aufbewahrung der Nachrichten',
  asOrganization: 'Wie in der Organisation',
  forEver: 'Für immer',
  forDays: 'Eine Anzahl von Tagen',
  days: 'Tage',
  daysAtLeast: 'Gib eine ganze Zahl ab 1 ein.',
  members: 'Abonnenten außer dir',
  membersHint: (count) =>
    count === 1 ? '1 Person wird hinzugefügt.' : `${count} Personen werden hinzugefügt.`,
  tell: 'Ihnen eine Nachricht senden',
  permissions: 'Berechtigungen',
  submit: 'Stream anlegen',
  isTaken: 'Es gibt schon einen Stream mit diesem Namen.',
  needsName: 'Gib einen Namen ein.',
}

export const streamGeneral: typeof en.streamGeneral = {
  words: 'name beschreibung sichtbarkeit ordner standard aufbewahrung archivieren',
  title: 'Allgemein',
  readOnly: 'Nur Administratoren und wer diesen Stream verwalten darf, können das ändern.',
  preview: 'Vorschau',
  previewOf: 'Die Beschreibung, wie andere sie sehen',
  onlyReaders: 'Nur wer diesen Stream lesen kann, kann ihn für andere öffnen.',
  consequences: {
    'public shared':
      'Nur Abonnenten werden ihn sehen. Alle anderen verlieren sofort den Zugriff und müssen hinzugefügt werden.',
    'public hidden':
      'Nur Abonnenten werden ihn sehen. Neue Abonnenten werden frühere Nachrichten nicht sehen.',
    'shared public':
      'Alle außer Gästen werden ihm beitreten und alle seine Nachrichten lesen können.',
    'hidden public':
      'Alle außer Gästen werden ihm beitreten und alle seine Nachrichten lesen können, auch die vor neueren Abonnenten verborgenen.',
    'shared hidden': 'Neue Abonnenten werden frühere Nachrichten nicht sehen.',
    'hidden shared':
      'Alle Abonnenten werden alle seine Nachrichten lesen können, auch die aus der Zeit vor ihrem Beitritt.',
  },
  noPrivateDefault:
    'Standard-Streams müssen öffentlich sein, weil neue Personen sie automatisch abonnieren.',
  ownersOnly: 'Nur Besitzer können das ändern.',
  adminsOnly: 'Nur Administratoren können das ändern.',
  archive: 'Stream archivieren',
  archiveTitle: (stream) => `${stream} archivieren?`,
  archiveWarning:
    'Niemand kann mehr darin schreiben, und er verschwindet aus allen Listen. Seine Nachrichten bleiben. Du kannst ihn bei den archivierten Streams wiederherstellen.',
  archived: (stream) => `${stream} ist archiviert.`,
  created: (when) => `Angelegt am ${when}.`,
  createdBy: (who, when) => `Angelegt von ${who} am ${when}.`,
}

export const streamPermissions: typeof en.streamPermissions = {
  words: 'schreiben verwalten beitreten',
  title: 'Berechtigungen',
  readOnly:
    'Nur Administratoren und wer diesen Stream verwalten darf, können seine Berechtigungen ändern.',
  onlyReaders: 'Nur wer diesen privaten Stream lesen kann, kann anderen Zugriff geben.',
  names: {
    can_send_message_group: 'Wer schreiben darf',
    can_administer_channel_group: 'Wer diesen Stream verwalten darf',
    can_add_subscribers_group: 'Wer andere hinzufügen darf',
    can_remove_subscribers_group: 'Wer andere entfernen darf',
    can_subscribe_group: 'Wer diesem Stream beitreten darf',
    can_move_messages_within_channel_group: 'Wer Nachrichten in ein anderes Thema verschieben darf',
    can_move_messages_out_of_channel_group:
      'Wer Nachrichten in einen anderen Stream verschieben darf',
    can_create_topic_group: 'Wer Themen beginnen darf',
    can_resolve_topics_group: 'Wer Themen als gelöst markieren darf',
    can_delete_any_message_group: 'Wer hier jede Nachricht löschen darf',
    can_delete_own_message_group: 'Wer hier eigene Nachrichten löschen darf',
  },
  hints: {
    can_send_message_group: 'Ein Bot darf schreiben, wo sein Besitzer es darf.',
    can_administer_channel_group:
      'Name, Beschreibung, Sichtbarkeit, Berechtigungen, Abonnenten und Archivierung. Administratoren dürfen es immer.',
    can_add_subscribers_group:
      'Wer den Stream verwalten darf, darf es immer. In öffentlichen Streams auch, wer sie in der Organisation hat. In privaten Streams schließt sie das Lesen ein.',
    can_remove_subscribers_group:
      'Administratoren und wer den Stream verwalten darf, dürfen es immer.',
    can_subscribe_group:
      'In privaten Streams können diese Personen den Stream sehen, lesen und ihm beitreten, ohne hinzugefügt zu werden. Öffentlichen Streams können alle außer Gästen beitreten.',
    can_move_messages_within_channel_group:
      'Wer den Stream verwalten darf, darf es immer, ebenso wer diese Berechtigung in der Organisation hat.',
    can_move_messages_out_of_channel_group:
      'Wer den Stream verwalten darf, darf es immer, ebenso wer diese Berechtigung in der Organisation hat.',
    can_create_topic_group:
      'Andere schreiben in die Themen, die es gibt. In Streams, deren neue Abonnenten den Verlauf nicht sehen, dürfen es immer alle.',
    can_resolve_topics_group: 'Wer diese Berechtigung in der Organisation hat, darf es immer.',
    can_delete_any_message_group: 'Wer diese Berechtigung in der Organisation hat, darf es immer.',
    can_delete_own_message_group: 'Wer diese Berechtigung in der Organisation hat, darf es immer.',
  },
  mismatch: 'Jemand anderes hat das gerade geändert. Prüfe es noch einmal.',
}

export const streamSubscribers: typeof en.streamSubscribers = {
  words: 'mitglieder personen hinzufügen entfernen',
  title: 'Abonnenten',
  label: 'Abonnenten',
  find: 'Abonnenten finden',
  none: 'Keine Abonnenten.',
  name: 'Name',
  role: 'Rolle',
  tools: 'Aktionen',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeAll: 'Aus dem Stream entfernen',
  removeTitle: (count) => `${people(count)} entfernen?`,
  removeWarning: 'Sie bekommen seine Nachrichten dann nicht mehr.',
  removePrivate: 'Sie sehen diesen Stream dann nicht mehr und müssen neu hinzugefügt werden.',
  add: 'Abonnenten hinzufügen',
  adds: 'Personen, die dazukommen',
  addButton: (count) => (count === 0 ? 'Hinzufügen' : `${people(count)} hinzufügen`),
  tell: 'Ihnen eine Nachricht darüber senden',
  allAreIn: 'Alle haben ihn schon abonniert.',
  added: (count, already) =>
    `${people(count)} hinzugefügt` +
    (already > 0 ? `; ${already} ${already === 1 ? 'war' : 'waren'} es schon.` : '.'),
  mayNotAdd: 'Du darfst niemanden zu diesem Stream hinzufügen.',
  count: (count) => (count === 1 ? '1 Abonnent' : `${count} Abonnenten`),
  guest: 'Gast',
  bot: 'Bot',
}

export const streamPersonal: typeof en.streamPersonal = {
  words: 'farbe anheften stummschalten benachrichtigungen',
  title: 'Persönliche Einstellungen',
  notIn: 'Du hast diesen Stream nicht abonniert.',
  color: 'Farbe',
  pin: 'Oben in deinen Streams anheften',
  mute: 'Diesen Stream stummschalten',
  notifications: 'Benachrichtigungen für diesen Stream',
  otherApps: 'Für andere Apps: Benachrichtigungen für diesen Stream',
  asAlways: (isOn) => `Standard (${isOn ? 'ein' : 'aus'})`,
  on: 'Ein',
  off: 'Aus',
  kinds: {
    desktop_notifications: 'Desktop',
    audible_notifications: 'Ton',
    push_notifications: 'Mobil',
    email_notifications: 'E-Mail',
    wildcard_mentions_notify: '@all-Erwähnungen',
  },
}

export const streamMailAddress: typeof en.streamMailAddress = {
  title: 'Schreiben per E-Mail',
  about: 'E-Mails an deine eigene Adresse werden zu Nachrichten in diesem Stream.',
  show: 'E-Mail-Adresse anzeigen',
  secret:
    'E-Mails an sie werden mit deinen Rechten geschrieben: Gib sie nur Menschen und Programmen, denen du vertraust.',
  label: 'E-Mail-Adresse dieses Streams',
  copy: 'E-Mail-Adresse kopieren',
  options: {
    'show-sender': 'Absender zeigen',
    'as-code': 'E-Mails als Code zeigen',
    mentions: 'Erwähnungen in E-Mails benachrichtigen',
  },
  hints: {
    'show-sender': undefined,
    'as-code': 'Für cron, Überwachung und andere Programme: Zeile für Zeile, wie sie kam.',
    mentions: 'Sonst nur solche in E-Mails von Mitgliedern.',
  },
  failed: 'Die Adresse kann nicht angezeigt werden.',
}

export const streamFolders: typeof en.streamFolders = {
  intro: 'Ordner gruppieren Streams für alle.',
  label: 'Ordner',
  find: 'Ordner filtern',
  none: 'Noch keine Ordner.',
  name: 'Name',
  description: 'Beschreibung',
  streams: 'Streams',
  tools: 'Aktionen',
  create: 'Ordner anlegen',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  editTitle: (name) => `Ordner ${name}`,
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  archive: 'Archivieren',
  archiveOf: (name) => `${name} archivieren`,
  restore: 'Wiederherstellen',
  restoreOf: (name) => `${name} wiederherstellen`,
  archived: 'archiviert',
  save: 'Speichern',
  failed: 'Das hat nicht geklappt.',
}

export const defaultStreams: typeof en.defaultStreams = {
  words: 'neue personen registrieren gruppen',
  intro: 'Neue Personen abonnieren diese Streams automatisch.',
  label: 'Standard-Streams',
  none: 'Keine Standard-Streams.',
  add: 'Standard-Stream hinzufügen',
  addButton: 'Hinzufügen',
  choose: 'Stream wählen',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  groups: 'Stream-Gruppen',
  groupsIntro: 'Neue Personen können diese Gruppen beim Registrieren wählen.',
  noGroups: 'Noch keine Stream-Gruppen.',
  createGroup: 'Gruppe erstellen',
  groupName: 'Name der Gruppe',
  groupDescription: 'Beschreibung',
  groupStreams: 'Streams',
  edit: 'Bearbeiten',
  editOf: (name) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  deleteTitle: (name) => `Die Gruppe ${name} löschen?`,
  deleteWarning: 'Ihre Streams und deren Abonnenten bleiben, wie sie sind.',
  needsDescription: 'Gib eine Beschreibung ein.',
}
