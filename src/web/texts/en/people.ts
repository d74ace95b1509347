/* People of the organization: list, roles, deactivation, password reset. */

import { once } from '../../lib/once'

const numbers = once(() => new Intl.NumberFormat('en'))
const count = (people: number) => (people === 1 ? '1 person' : `${numbers().format(people)} people`)

export const peopleTable = {
  title: 'People',
  words: 'users members accounts roles deactivate reactivate guests owners administrators',
  active: 'People',
  deactivated: 'Deactivated people',
  none: 'No people with this role.',
  noneDeactivated: 'No deactivated people.',
  find: 'Find people',
  count,
  name: 'Name',
  email: 'Email',
  role: 'Role',
  state: 'Account',
  lastActive: 'Last active',
  now: 'Now',
  never: 'Never',
  you: '(you)',
  allRoles: 'All roles',
  rolePlural: {
    100: 'Owners',
    200: 'Administrators',
    300: 'Moderators',
    400: 'Members',
    600: 'Guests',
  } as Readonly<Record<number, string>>,
  activeOption: 'Active',
  deactivatedOption: 'Deactivated',
  actionsOf: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  changeRole: 'Change role',
  resetPassword: 'Reset password',
  endSessions: 'Log out everywhere',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  failed: (name: string, reason: string) => `${name}: ${reason}`,

  endSessionsOf: (names: string) => `Log ${names} out everywhere?`,
  endSessionsWarning:
    'Browsers and apps that use a password have to log in again. Programs that use an API key keep working.',
  sessionsEnded: (names: string) => `Logged out: ${names}.`,

  deactivateTitle: (names: string) => `Deactivate ${names}?`,
  deactivateAction: (people: number) =>
    people === 1 ? 'Deactivate' : `Deactivate ${count(people)}`,
  deactivateWarning: (people: number): string =>
    people === 1
      ? 'This person is logged out everywhere and can no longer log in. Their invitations are revoked.'
      : 'These people are logged out everywhere and can no longer log in. Their invitations are revoked.',
  deactivateBots: (names: readonly string[]) =>
    names.length === 1
      ? `Their bot is deactivated too: ${String(names[0])}.`
      : `Their ${names.length} bots are deactivated too: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : '.'}`,
  deactivateUndo: 'You can reactivate them later. Their bots stay deactivated.',
  deletions: (hasBots: boolean): string =>
    hasBots ? 'Also delete, for their bots too' : 'Also delete',
  deletion: {
    delete_profile: 'Name, picture and profile',
    delete_public_channel_messages: 'Messages in public streams',
    delete_private_channel_messages: 'Messages in private streams',
    delete_direct_messages: 'Private messages',
  },
  messagesKept: 'Their messages are kept.',
  messagesDeleted:
    'The messages disappear for everybody, which can take a while. An operator of the server can restore them for a week.',
  profileDeleted: 'The profile cannot be restored.',
  wereDeactivated: (names: string) => `Deactivated: ${names}.`,

  reactivateTitle: (names: string) => `Reactivate ${names}?`,
  reactivateNote:
    'They can log in again, with the same role and streams. Their bots stay deactivated.',
  wereReactivated: (names: string) => `Reactivated: ${names}.`,

  editTitle: (name: string) => `Edit ${name}`,
  fullName: 'Full name',
  roleOf: (names: string) => `Role of ${names}`,
  changeRoleAction: 'Change role',
  roleChanged: (names: string, role: string) => `Role changed to ${role}: ${names}.`,
  noRole: 'Choose a role.',

  changeSettings: 'Change settings',
  settingsOf: (names: string) => `Settings of ${names}`,
  settingsNote:
    'Current values are not shown. Each setting stays as it is unless you choose a value.',
  skipEdited: 'Keep what people have set themselves',
  skipEditedHint: 'Changes a setting only where it has its default value.',
  leave: 'Leave as it is',
  switches: [
    [true, 'On'],
    [false, 'Off'],
  ] as readonly (readonly [value: boolean, label: string])[],
  noSetting: 'Choose a value for at least one setting.',
  settingsChanged: (names: string) => `Settings changed: ${names}.`,

  ownRoleWarning: 'You will not be able to undo this yourself.',
  roleHints: {
    100: 'Owners can do everything, including deactivating the organization.',
    200: 'Administrators manage people, streams and settings.',
    300: 'Moderators have additional permissions, as set by the organization.',
    400: 'Members can join public streams and have the usual permissions.',
    600: 'Guests see only the streams they are added to.',
  } as Readonly<Record<number, string>>,

  passwordTitle: (name: string) => `Reset the password of ${name}`,
  passwordNote:
    'This creates a link with which they can choose a new password. It works once. The old password works until then.',
  passwordAction: 'Create link',
  passwordLink: (name: string) =>
    `Give this link only to ${name}. Anyone who has it can choose the password.`,
  passwordLinkName: 'Password reset link',
  copyLink: 'Copy link',
  passwordMailed: (name: string) => `The link was emailed to ${name}.`,
}
