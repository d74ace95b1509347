/** The picker for a permission: a role, or chosen groups and people. */
export const groupPicker = {
  /** System groups by API name; each also contains the higher roles. */
  roles: {
    'role:everyone': 'Everyone, including guests',
    'role:members': 'Members',
    'role:fullmembers': 'Full members',
    'role:moderators': 'Moderators and above',
    'role:administrators': 'Administrators and owners',
    'role:owners': 'Owners',
    'role:nobody': 'Nobody',
    'role:internet': 'Everyone on the internet',
  } as Readonly<Record<string, string>>,
  particular: 'Specific groups and people',
  chosen: (label: string) => `${label}: groups and people`,
  add: (label: string) => `${label}: add a group or a person`,
  addShort: 'Add a group or a person',
  remove: (name: string) => `Remove ${name}`,
  nobodyYet: 'No groups or people selected yet.',
  somebody: 'Unknown user',
  deactivated: (name: string) => `${name} (deactivated)`,
  group: 'Group',
  role: 'Role',
  /** The value of a permission on one line. */
  list: (names: readonly string[]) => {
    const [first, second, ...others] = names
    if (first === undefined) return 'Nobody'
    if (second === undefined) return first
    if (others.length === 0) return `${first} and ${second}`
    if (others.length === 1) return `${first}, ${second} and ${String(others[0])}`
    return `${first}, ${second} and ${others.length} others`
  },
}
