/* User groups: list, creation, settings and members. */

import type * as en from '../en'

export const groupSettings: typeof en.groupSettings = {
  sections: 'Bereiche der Gruppen',
  all: 'Alle Gruppen',
  yours: 'Deine Gruppen',
  system: 'Rollen',
  deactivated: 'Deaktiviert',
  create: 'Gruppe erstellen',
  backToAll: 'Alle Gruppen',
  gone: 'Gruppe nicht gefunden',
  goneHint: 'Vielleicht wurde sie gelöscht.',
  isDeactivated:
    'Diese Gruppe ist deaktiviert. Sie kann nicht erwähnt werden und keine Berechtigungen bekommen.',
  isSystem: 'Der Server verwaltet diese Gruppe: Wer dazugehört, ergibt sich aus den Rollen.',
  isManaged: (slug) => `Die Regeln des Anmeldedienstes ${slug} bestimmen die Mitglieder.`,
}

export const groupList: typeof en.groupList = {
  label: 'Gruppen',
  find: 'Gruppen filtern',
  none: 'Hier sind keine Gruppen.',
  name: 'Gruppe',
  managed: '(verwaltet)',
  members: 'Mitglieder',
  tools: 'Aktionen',
  join: 'Beitreten',
  leave: 'Verlassen',
  joinOf: (group) => `${group} beitreten`,
  leaveOf: (group) => `${group} verlassen`,
  reactivate: 'Reaktivieren',
  reactivateOf: (group) => `${group} reaktivieren`,
  failed: (group) => `${group} konnte nicht geändert werden.`,
}

export const newGroup: typeof en.newGroup = {
  words: 'neu hinzufügen anlegen',
  name: 'Name',
  nameHint: (name) => `Erwähnt wird sie als @${name}.`,
  description: 'Beschreibung',
  members: 'Mitglieder außer dir',
  membersHint: 'Mitglieder der Gruppen, die du hinzufügst, werden ebenfalls Mitglieder.',
  permissions: 'Berechtigungen',
  submit: 'Gruppe erstellen',
  needsName: 'Gib einen Namen ein.',
}

export const groupGeneral: typeof en.groupGeneral = {
  words: 'name beschreibung erwähnen deaktivieren',
  title: 'Allgemein',
  readOnly: 'Nur wer diese Gruppe verwalten darf, kann sie ändern.',
  copyMention: 'Erwähnung kopieren',
  deactivate: 'Gruppe deaktivieren',
  deactivateTitle: (group) => `${group} deaktivieren?`,
  deactivateWarning:
    'Sie kann dann nicht mehr erwähnt werden und keine Berechtigungen bekommen. Name und Mitglieder bleiben, und du kannst sie reaktivieren.',
  inUseTitle: (group) => `${group} wird verwendet`,
  inUse: 'Sie kann nicht deaktiviert werden, solange sie hier verwendet wird:',
  usedInGroup: (group) => `Mitglied der Gruppe ${group}`,
  usedInRealm: (setting) => `Organisation: ${setting}`,
  usedInStream: (stream, setting) => `Stream ${stream}: ${setting}`,
  hiddenStream: '(für dich verborgen)',
  usedByGroup: (group, setting) => `Gruppe ${group}: ${setting}`,
  somebody: 'einer unbekannten Person',
  createdBy: (who, when) => `Erstellt von ${who} am ${when}.`,
}

export const groupPermissions: typeof en.groupPermissions = {
  words: 'verwalten erwähnen beitreten verlassen',
  title: 'Berechtigungen',
  readOnly: 'Nur wer diese Gruppe verwalten darf, kann ihre Berechtigungen ändern.',
  names: {
    can_manage_group: 'Wer diese Gruppe verwalten darf',
    can_mention_group: 'Wer diese Gruppe erwähnen darf',
    can_add_members_group: 'Wer Mitglieder hinzufügen darf',
    can_remove_members_group: 'Wer Mitglieder entfernen darf',
    can_join_group: 'Wer dieser Gruppe beitreten darf',
    can_leave_group: 'Wer diese Gruppe verlassen darf',
  },
  hints: {
    can_manage_group: 'Name, Beschreibung, Mitglieder, Berechtigungen und Deaktivierung.',
    can_mention_group: 'Eine Erwähnung benachrichtigt die Mitglieder.',
  },
}

export const groupMembers: typeof en.groupMembers = {
  words: 'personen hinzufügen entfernen',
  title: 'Mitglieder',
  label: 'Mitglieder',
  find: 'Mitglieder finden',
  none: 'Diese Gruppe hat keine Mitglieder.',
  name: 'Name',
  how: 'Mitgliedschaft',
  direct: 'direkt',
  through: (groups) => `über ${groups}`,
  asGroup: (count) => `Gruppe mit ${count}`,
  indirect: 'Indirekte Mitglieder anzeigen',
  tools: 'Aktionen',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeAll: 'Aus der Gruppe entfernen',
  add: 'Mitglieder hinzufügen',
  adds: 'Personen und Gruppen, die dazukommen',
  addButton: 'Hinzufügen',
  mayNotAdd: 'Du darfst dieser Gruppe keine Mitglieder hinzufügen.',
  onlyManagersAddGroups: 'Nur wer diese Gruppe verwalten darf, kann ihr Gruppen hinzufügen.',
}
