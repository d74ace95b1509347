import type { GroupValue, NamelessGroup } from '../../wire/group-value'
import * as t from '../i18n/en'
import type { State, UserGroup } from '../store/state'

/*
 * Who may do something, as people understand it: the value of a group setting, and what its setting accepts.
 * Sources: docs/protocol/permissions.md#group-setting-value, docs/protocol/permissions.md#declarations.
 */

export type { GroupValue } from '../../wire/group-value'

/** What a setting accepts, as register tells it. */
export interface Declaration {
  readonly require_system_group: boolean
  readonly allow_nobody_group: boolean
  readonly allow_everyone_group: boolean
  /** The only groups of the system that can be chosen; empty: any. */
  readonly allowed_system_groups: readonly string[]
  readonly default_group_name: string
  readonly default_for_system_groups: string | null
}

export type SettingKind = 'realm' | 'stream' | 'group'

/** What the server declares, by the names of the settings. */
export function declarationsOf(
  state: Readonly<State>,
  kind: SettingKind,
): Readonly<Record<string, Declaration>> {
  const declared = state['server_supported_permission_settings']
  return (declared as Record<SettingKind, Record<string, Declaration>> | undefined)?.[kind] ?? {}
}

/** Widest first, as they are offered. */
const roleNames = [
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
]

/** The groups of roles that a setting accepts, the widest first. */
export function rolesFor(
  groups: readonly UserGroup[],
  declaration: Declaration | undefined,
): UserGroup[] {
  const allowed = declaration?.allowed_system_groups ?? []
  const isAllowed = (name: string) => {
    if (allowed.length > 0) return allowed.includes(name)
    if (name === 'role:nobody') return declaration?.allow_nobody_group ?? true
    return name !== 'role:everyone' || (declaration?.allow_everyone_group ?? true)
  }
  const byName = new Map(groups.map((group) => [group.name, group]))
  return roleNames.filter(isAllowed).flatMap((name) => byName.get(name) ?? [])
}

/** A group as people read it. */
export function nameOfGroup({ name, is_system_group: isSystems }: UserGroup): string {
  return (isSystems && t.groupPicker.roles[name]) || name
}

export function membersAndGroups(value: GroupValue): NamelessGroup {
  return typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
}

/** The spelling of the server: a group that is alone is its id. */
export function groupValueOf({
  direct_members: members,
  direct_subgroups: groups,
}: NamelessGroup): GroupValue {
  const [only, ...others] = groups
  if (members.length === 0 && only !== undefined && others.length === 0) return only
  return { direct_members: members, direct_subgroups: groups }
}

interface Names {
  /** Names of people and groups, by their ids; undefined for what the reader does not know of. */
  user: (id: number) => string | undefined
  group: (id: number) => UserGroup | undefined
}

/** A value in a line, for where it is only read. */
export function describeGroupValue(value: GroupValue, names: Names): string {
  const { direct_members: members, direct_subgroups: groups } = membersAndGroups(value)
  return t.groupPicker.list([
    ...groups.map((id) => {
      const group = names.group(id)
      return group ? nameOfGroup(group) : t.groupPicker.group
    }),
    ...members.map((id) => names.user(id) ?? t.groupPicker.somebody),
  ])
}
