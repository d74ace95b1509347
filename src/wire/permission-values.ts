import type { StoredSettings } from '../db/schema'
import type { GroupValue } from './group-value'
import { systemGroups } from './system-groups'

export type SystemGroupKey = keyof typeof systemGroups

/** Something that not everybody may do, and who can be chosen for it. */
export interface Permission {
  /** The feature level that brought it. */
  readonly level: number
  /** Who may until somebody chooses; `creator`: who made the thing, and nobody if that is not known. */
  readonly default: SystemGroupKey | 'creator'
  readonly allowNobody: boolean
  /** Whether everybody can be chosen, guests too. */
  readonly allowEveryone: boolean
  /** The only groups of the system that can be chosen, where it is not all. */
  readonly allowedSystemGroups?: readonly SystemGroupKey[]
  /** Whether nothing but one group of the system can be chosen. */
  readonly requireSystemGroup?: true
  /** What those who are chosen may do, for documentation. */
  readonly governs: string
}

export type Permissions = Readonly<Record<string, Permission>>

/** Values of some permissions by name. */
export type PermissionValues<Name extends string> = Readonly<Record<Name, GroupValue>>

/**
 * Who may do a thing: what was chosen, or the default.
 * @param creatorId who made the thing; null: nobody knows
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

/** {@link valueOf} for each of a table, by name. */
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
