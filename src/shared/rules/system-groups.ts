import type { GroupValue } from './group-values'
import { roles } from './roles'

/** A group that every realm has, with the same id. */
export interface SystemGroup {
  id: number
  name: string
  /** The name shown to people. */
  displayName: string
  description: string
  /** Role of its direct members; null for none. */
  role: number | null
}

/**
 * The system groups; each but the first and the last contains the one before it. Permission
 * settings refer to these ids. Source: docs/protocol/register.md#system-groups.
 */
export const systemGroups = {
  owners: {
    id: 1,
    name: 'role:owners',
    displayName: 'Owners',
    description: 'Owners of this organization',
    role: roles.owner,
  },
  administrators: {
    id: 2,
    name: 'role:administrators',
    displayName: 'Administrators',
    description: 'Administrators of this organization, including owners',
    role: roles.administrator,
  },
  moderators: {
    id: 3,
    name: 'role:moderators',
    displayName: 'Moderators',
    description: 'Moderators of this organization, including administrators',
    role: roles.moderator,
  },
  /** Members after the realm's waiting period, if it has one. */
  fullMembers: {
    id: 4,
    name: 'role:fullmembers',
    displayName: 'Full members',
    description: 'Members of this organization, not including new accounts and guests',
    role: roles.member,
  },
  members: {
    id: 5,
    name: 'role:members',
    displayName: 'Members',
    description: 'Members of this organization, not including guests',
    role: roles.member,
  },
  everyone: {
    id: 6,
    name: 'role:everyone',
    displayName: 'Everyone',
    description: 'Everyone in this organization, including guests',
    role: roles.guest,
  },
  internet: {
    id: 7,
    name: 'role:internet',
    displayName: 'Everyone on the internet',
    description: 'Everyone on the Internet',
    role: null,
  },
  nobody: { id: 8, name: 'role:nobody', displayName: 'Nobody', description: 'Nobody', role: null },
} as const satisfies Record<string, SystemGroup>

const displayNames = new Map<string, string>(
  Object.values(systemGroups).map(({ name, displayName }) => [name, displayName]),
)

/** The name of a group for people; system groups have another one than in the API. */
export function displayNameOf(groupName: string): string {
  return displayNames.get(groupName) ?? groupName
}

/** The group directly inside a system group. */
export function subgroupIdsOf({ id }: SystemGroup): number[] {
  const isInnermost = id === systemGroups.owners.id || id === systemGroups.nobody.id
  return isInnermost ? [] : [id - 1]
}

export type SystemGroupKey = keyof typeof systemGroups

/** A permission, and the groups that it may be set to. */
export interface Permission {
  /** The feature level that introduced it. */
  readonly level: number
  /** Default group; `creator`: the creator of the object, or nobody if unknown. */
  readonly default: SystemGroupKey | 'creator'
  readonly allowNobody: boolean
  /** Whether it may be set to everybody, including guests. */
  readonly allowEveryone: boolean
  /** The only system groups it may be set to; absent: all. */
  readonly allowedSystemGroups?: readonly SystemGroupKey[]
  /** Whether it may only be set to a single system group. */
  readonly requireSystemGroup?: true
  /** The permitted actions, for documentation. */
  readonly governs: string
}

/** Values of some permissions by name. */
export type PermissionValues<Name extends string> = Readonly<Record<Name, GroupValue>>

/**
 * The value of a permission: the stored one, or the default.
 * @param creatorId creator of the object; null if unknown
 */
export function valueOf(
  permission: Permission,
  stored: unknown,
  creatorId: number | null,
): GroupValue {
  if (stored !== undefined) return stored as GroupValue
  if (permission.default !== 'creator') return systemGroups[permission.default].id
  if (creatorId === null) return systemGroups.nobody.id
  return { direct_members: [creatorId], direct_subgroups: [] }
}

/** {@link valueOf} for each permission of a table, by name. */
export function valuesOf<Name extends string>(
  permissions: Readonly<Record<Name, Permission>>,
  stored: Readonly<Record<string, unknown>>,
  creatorId: number | null,
): PermissionValues<Name> {
  const entries = Object.entries<Permission>(permissions).map(([name, permission]) => [
    name,
    valueOf(permission, stored[name], creatorId),
  ])
  return Object.fromEntries(entries) as PermissionValues<Name>
}
