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
