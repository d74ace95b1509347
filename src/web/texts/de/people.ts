/* People of the organization: list, roles, deactivation, password reset. */

import type * as en from '../en'
import { once } from '../../lib/once'

const numbers = once(() => new Intl.NumberFormat('de'))
const count = (people: number) =>
  people === 1 ? '1 Person' : `${numbers().format(people)} Personen`

export const peopleTable: typeof en.peopleTable = {
  title: 'Personen',
  words:
    'benutzer mitglieder konten rollen deaktivieren reaktivieren gäste besitzer administratoren',
  active: 'Personen',
  deactivated: 'Deaktivierte Personen',
  none: 'Niemand hat diese Rolle.',
  noneDeactivated: 'Niemand ist deaktiviert.',
  find: 'Personen finden',
  count,
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  state: 'Konto',
  lastActive: 'Zuletzt aktiv',
  now: 'Jetzt',
  never: 'Nie',
  you: '(du)',
  allRoles: 'Alle Rollen',
  rolePlural: {
    100: 'Besitzer',
    200: 'Administratoren',
    300: 'Moderatoren',
    400: 'Mitglieder',
    600: 'Gäste',
  },
  activeOption: 'Aktive',
  deactivatedOption: 'Deaktivierte',
  actionsOf: (name) => `Aktionen für ${name}`,
  edit: 'Bearbeiten',
  changeRole: 'Rolle ändern',
  resetPassword: 'Passwort zurücksetzen',
  endSessions: 'Überall abmelden',
  deactivate: 'Deaktivieren',
  reactivate: 'Reaktivieren',
  failed: (name, reason) => `${name}: ${reason}`,

  endSessionsOf: (names) => `${names} überall abmelden?`,
  endSessionsWarning:
    'Browser und Apps mit Passwort müssen sich neu anmelden. Programme mit API-Schlüssel laufen weiter.',
  sessionsEnded: (names) => `Abgemeldet: ${names}.`,

  deactivateTitle: (names) => `${names} deaktivieren?`,
  deactivateAction: (people) => (people === 1 ? 'Deaktivieren' : `${count(people)} deaktivieren`),
  deactivateWarning: (people) =>
    people === 1
      ? 'Diese Person wird überall abgemeldet und kann sich nicht mehr anmelden. Ihre Einladungen enden.'
      : 'Diese Personen werden überall abgemeldet und können sich nicht mehr anmelden. Ihre Einladungen enden.',
  deactivateBots: (names) =>
    names.length === 1
      ? `Auch der zugehörige Bot wird deaktiviert: ${String(names[0])}.`
      : `Auch ${names.length} zugehörige Bots werden deaktiviert: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : '.'}`,
  deactivateUndo: 'Du kannst das später rückgängig machen. Die Bots bleiben deaktiviert.',
  deletions: (hasBots) => (hasBots ? 'Außerdem löschen, auch von den Bots' : 'Außerdem löschen'),
  deletion: {
    delete_profile: 'Name, Bild und Profil',
    delete_public_channel_messages: 'Nachrichten in öffentlichen Streams',
    delete_private_channel_messages: 'Nachrichten in privaten Streams',
    delete_direct_messages: 'Direktnachrichten',
  },
  messagesKept: 'Die Nachrichten bleiben erhalten.',
  messagesDeleted:
    'Die Nachrichten verschwinden nach und nach für alle. Ein Betreiber des Servers kann sie eine Woche lang wiederherstellen.',
  profileDeleted: 'Das Profil lässt sich nicht wiederherstellen.',
  wereDeactivated: (names) => `Deaktiviert: ${names}.`,

  reactivateTitle: (names) => `${names} reaktivieren?`,
  reactivateNote:
    'Die Anmeldung ist wieder möglich, mit derselben Rolle und denselben Streams. Die Bots bleiben deaktiviert.',
  wereReactivated: (names) => `Reaktiviert: ${names}.`,

  editTitle: (name) => `${name} bearbeiten`,
  fullName: 'Voller Name',
  roleOf: (names) => `Rolle von ${names}`,
  changeRoleAction: 'Rolle ändern',
  roleChanged: (names, role) => `Rolle zu ${role} geändert: ${names}.`,
  noRole: 'Wähle eine Rolle.',

  changeSettings: 'Einstellungen ändern',
  settingsOf: (names) => `Einstellungen von ${names}`,
  settingsNote:
    'Die jetzigen Werte werden nicht gezeigt. Jede Einstellung bleibt, wie sie ist, wenn du keinen Wert wählst.',
  skipEdited: 'Selbst gewählte Einstellungen behalten',
  skipEditedHint: 'Ändert eine Einstellung nur dort, wo sie ihren Vorgabewert hat.',
  leave: 'So lassen',
  switches: [
    [true, 'Ein'],
    [false, 'Aus'],
  ],
  noSetting: 'Wähle für mindestens eine Einstellung einen Wert.',
  settingsChanged: (names) => `Einstellungen geändert: ${names}.`,

  ownRoleWarning: 'Du kannst das nicht selbst rückgängig machen.',
  roleHints: {
    100: 'Besitzer können alles, auch die Organisation deaktivieren.',
    200: 'Administratoren verwalten Personen, Streams und Einstellungen.',
    300: 'Moderatoren haben zusätzliche Berechtigungen, die die Organisation festlegt.',
    400: 'Mitglieder können öffentlichen Streams beitreten und haben die üblichen Berechtigungen.',
    600: 'Gäste sehen nur die Streams, zu denen sie hinzugefügt wurden.',
  },

  passwordTitle: (name) => `Passwort von ${name} zurücksetzen`,
  passwordNote:
    'Es entsteht ein Link, der einmal für ein neues Passwort gilt. Bis dahin gilt das alte.',
  passwordAction: 'Link erstellen',
  passwordLink: (name) => `Gib diesen Link nur an ${name}. Wer ihn hat, kann das Passwort wählen.`,
  passwordLinkName: 'Link zum Zurücksetzen des Passworts',
  copyLink: 'Link kopieren',
  passwordMailed: (name) => `Der Link wurde per E-Mail an ${name} geschickt.`,
}
