/** A group that every realm has, under the same id. */
export interface SystemGroup {
  id: number
  name: string
  description: string
  /** Role of its direct members; null: it has none. */
  role: number | null
}

/**
 * The groups of the system, each but the first and the last around the one before it. Settings
 * name who may do something by these ids. Source: docs/protocol/register.md#system-groups.
 */
export const systemGroups = {
  owners: {
    id: 1,
    name: 'role:owners',
    description: 'Owners of this organization',
    role: 100,
  },
  administrators: {
    id: 2,
    name: 'role:administrators',
    description: 'Administrators of this organization, including owners',
    role: 200,
  },
  moderators: {
    id: 3,
    name: 'role:moderators',
    description: 'Moderators of this organization, including administrators',
    role: 300,
  },
  /** The group of members who have done their waiting period, where the realm has one. */
  fullMembers: {
    id: 4,
    name: 'role:fullmembers',
    description: 'Members of this organization, not including new accounts and guests',
    role: 400,
  },
  members: {
    id: 5,
    name: 'role:members',
    description: 'Members of this organization, not including guests',
    role: 400,
  },
  everyone: {
    id: 6,
    name: 'role:everyone',
    description: 'Everyone in this organization, including guests',
    role: 600,
  },
  internet: {
    id: 7,
    name: 'role:internet',
    description: 'Everyone on the Internet',
    role: null,
  },
  nobody: { id: 8, name: 'role:nobody', description: 'Nobody', role: null },
} as const satisfies Record<string, SystemGroup>

/** The group right inside a group of the system. */
export function subgroupIdsOf({ id }: SystemGroup): number[] {
  const isInnermost = id === systemGroups.owners.id || id === systemGroups.nobody.id
  return isInnermost ? [] : [id - 1]
}
