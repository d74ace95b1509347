/** Who may do something: a role, groups and people. */
export const groupPicker = {
  /** Groups of the system, by their names in the API; each holds those of the higher roles, too. */
  roles: {
    'role:everyone': 'Everyone, guests included',
    'role:members': 'Members',
    'role:fullmembers': 'Full members',
    'role:moderators': 'Moderators and above',
    'role:administrators': 'Administrators and owners',
    'role:owners': 'Owners',
    'role:nobody': 'Nobody',
    'role:internet': 'Everyone on the internet',
  } as Readonly<Record<string, string>>,
  particular: 'Particular groups and people',
  chosen: (label: string) => `${label}: groups and people`,
  add: (label: string) => `${label}: add a group or a person`,
  addShort: 'Add a group or a person',
  remove: (name: string) => `Remove ${name}`,
  nobodyYet: 'Nobody is chosen yet.',
  somebody: 'Somebody',
  deactivated: (name: string) => `${name} (deactivated)`,
  group: 'Group',
  role: 'Role',
  /** A value in a line. */
  list: (names: readonly string[]) => {
    const [first, second, ...others] = names
    if (first === undefined) return 'Nobody'
    if (second === undefined) return first
    if (others.length === 0) return `${first} and ${second}`
    if (others.length === 1) return `${first}, ${second} and ${String(others[0])}`
    return `${first}, ${second} and ${String(others.length)} others`
  },
}
