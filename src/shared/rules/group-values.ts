import { systemGroups } from './system-groups'

/*
 * Values of permission settings: sets of users, written as a group. Source:
 * docs/protocol/permissions.md#group-setting-value.
 */

/** An anonymous group of users and groups. */
export interface NamelessGroup {
  readonly direct_members: readonly number[]
  readonly direct_subgroups: readonly number[]
}

/** The id of a group, or an anonymous group. */
export type GroupValue = number | NamelessGroup

/** The canonical form of a value: unique ids, ascending; a single group becomes its id. */
export function normalizeGroupValue(value: GroupValue): GroupValue {
  if (typeof value === 'number') return value
  const direct_members = ascending(value.direct_members)
  const direct_subgroups = ascending(value.direct_subgroups)
  const [only, ...others] = direct_subgroups
  if (direct_members.length === 0 && only !== undefined && others.length === 0) return only
  return { direct_members, direct_subgroups }
}

/** Whether two values contain the same users and groups, in any order. */
export function isSameGroupValue(one: GroupValue, other: GroupValue): boolean {
  return JSON.stringify(normalizeGroupValue(one)) === JSON.stringify(normalizeGroupValue(other))
}

/** The users in a value, without members of its groups. */
export function membersNamedBy(value: GroupValue): readonly number[] {
  return typeof value === 'number' ? [] : value.direct_members
}

/** The groups in a value. */
export function groupsNamedBy(value: GroupValue): readonly number[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
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
