import { acceptsSystemGroup } from '../../../shared/rules/group-choices'
import { groupsNamedBy, membersNamedBy } from '../../../shared/rules/group-values'
import type { GroupValue, NamelessGroup } from '../../../shared/rules/group-values'
import { systemGroups } from '../../../shared/rules/system-groups'
import * as t from '../../texts/catalog'
import type { State, UserGroup } from '../records/state'

/*
 * Values of group settings (the users and groups with a permission), and the values that a setting accepts.
 * Sources: docs/protocol/permissions.md#group-setting-value, docs/protocol/permissions.md#declarations.
 */

export type { GroupValue } from '../../../shared/rules/group-values'

/** Limits of a group setting, as `register` declares them. */
export type Declaration = Declarations[SettingKind][string]

type Declarations = State['server_supported_permission_settings']

export type SettingKind = keyof Declarations

/** Declarations of the server, by setting name. */
export function declarationsOf(
  state: Readonly<State>,
  kind: SettingKind,
): Readonly<Record<string, Declaration>> {
  const declared: Partial<Declarations> | undefined = state.server_supported_permission_settings
  return declared?.[kind] ?? {}
}

/** Widest first, and nobody last, in the order of the picker. */
const roleNames = [
  systemGroups.everyone,
  systemGroups.members,
  systemGroups.fullMembers,
  systemGroups.moderators,
  systemGroups.administrators,
  systemGroups.owners,
  systemGroups.nobody,
].map(({ name }) => name)

/** Role groups that a setting accepts, widest first. */
export function rolesFor(
  groups: readonly UserGroup[],
  declaration: Declaration | undefined,
): UserGroup[] {
  const limits = {
    allowNobody: declaration?.allow_nobody_group ?? true,
    allowEveryone: declaration?.allow_everyone_group ?? true,
    allowed: declaration?.allowed_system_groups ?? [],
  }
  const accepted = roleNames.filter((name) => acceptsSystemGroup(limits, name))
  const byName = new Map(groups.map((group) => [group.name, group]))
  return accepted.flatMap((name) => byName.get(name) ?? [])
}

/** Display name of a group. */
export function nameOfGroup({ name, is_system_group: isSystems }: UserGroup): string {
  return (isSystems && t.groupPicker.roles[name]) || name
}

export function membersAndGroups(value: GroupValue): NamelessGroup {
  return { direct_members: membersNamedBy(value), direct_subgroups: groupsNamedBy(value) }
}

/** Value in the server's form: a single group without members is written as its id. */
export function groupValueOf({
  direct_members: members,
  direct_subgroups: groups,
}: NamelessGroup): GroupValue {
  const [only, ...others] = groups
  if (members.length === 0 && only !== undefined && others.length === 0) return only
  return { direct_members: members, direct_subgroups: groups }
}
