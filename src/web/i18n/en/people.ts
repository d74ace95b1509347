/* People of the organisation, as those look after them who run it. */

const count = (people: number) => (people === 1 ? '1 person' : `${String(people)} people`)

export const peopleTable = {
  title: 'People',
  words: 'users members accounts roles deactivate reactivate guests owners administrators',
  active: 'People',
  deactivated: 'Deactivated people',
  none: 'Nobody has this role.',
  noneDeactivated: 'Nobody is deactivated.',
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
  rolesInOrder: [100, 200, 300, 400, 600],
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
    'All browsers and apps that are logged in with a password log in again. Programs that use an API key go on.',
  sessionsEnded: (names: string) => `Logged out: ${names}.`,

  deactivateTitle: (names: string) => `Deactivate ${names}?`,
  deactivateAction: (people: number) =>
    people === 1 ? 'Deactivate' : `Deactivate ${count(people)}`,
  deactivateWarning: (people: number) =>
    people === 1
      ? 'They are logged out everywhere at once and cannot log in any more. Invitations that they sent end. Their messages stay.'
      : 'They are logged out everywhere at once and cannot log in any more. Invitations that they sent end. Their messages stay.',
  deactivateBots: (names: readonly string[]) =>
    names.length === 1
      ? `A bot of theirs is deactivated, too: ${String(names[0])}.`
      : `${String(names.length)} bots of theirs are deactivated, too: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : '.'}`,
  deactivateUndo: 'You can reactivate them later; their bots stay deactivated then.',
  wereDeactivated: (names: string) => `Deactivated: ${names}.`,

  reactivateTitle: (names: string) => `Reactivate ${names}?`,
  reactivateNote:
    'They can log in again, with the role and the streams that they had. Their bots stay deactivated.',
  wereReactivated: (names: string) => `Reactivated: ${names}.`,

  editTitle: (name: string) => `Edit ${name}`,
  fullName: 'Full name',
  roleOf: (names: string) => `Role of ${names}`,
  changeRoleAction: 'Change role',
  roleChanged: (names: string, role: string) => `${names}: ${role} from now on.`,
  noRole: 'Choose a role.',
  ownRoleWarning: 'You will not be able to change this back yourself.',
  roleHints: {
    100: 'Owners can do everything, also end the organisation.',
    200: 'Administrators look after people, streams and settings.',
    300: 'Moderators can do what the organisation lets moderators do.',
    400: 'Members see public streams and can do what the organisation lets members do.',
    600: 'Guests see only the streams that they are added to.',
  } as Readonly<Record<number, string>>,

  passwordTitle: (name: string) => `Another password for ${name}`,
  passwordNote:
    'This makes a link that works once, with which they choose a new password. Until they do, the old one goes on working.',
  passwordAction: 'Make the link',
  passwordLink: (name: string) =>
    `Give this link to ${name}, and to nobody else: whoever has it can choose the password.`,
  passwordLinkName: 'Link to choose a password',
  copyLink: 'Copy link',
  passwordMailed: (name: string) => `A mail with the link is on its way to ${name}.`,
}
