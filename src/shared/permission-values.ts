import type { StoredSettings } from '../server/data/schema'
import type { GroupValue } from './group-value'
import { systemGroups } from './rules/system-groups'

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
  stored: StoredSettings,
  creatorId: number | null,
): PermissionValues<Name> {
  const entries = Object.entries<Permission>(permissions).map(([name, permission]) => [
    name,
    valueOf(permission, stored[name], creatorId),
  ])
  return Object.fromEntries(entries) as PermissionValues<Name>
}
