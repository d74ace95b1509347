import { isMemberOf } from './group-members'
import type { GroupValue, State } from './state'

type Known = Pick<State, 'user_id' | 'realm_user_groups'> & Readonly<Record<string, unknown>>

/** Whether the reader has a permission that a realm setting grants. */
export function mayInRealm(state: Known, permission: string): boolean {
  return isInValue(state, (state[`realm_${permission}`] ?? 0) as GroupValue)
}

/** Whether the reader is in the set of users and groups of a permission. */
export function isInValue(
  { user_id: id, realm_user_groups: groups }: Pick<State, 'user_id' | 'realm_user_groups'>,
  value: GroupValue,
): boolean {
  if (typeof value === 'number') return isMemberOf(groups, value, id)
  const { direct_members: members, direct_subgroups: subgroups } = value
  return members.includes(id) || subgroups.some((group) => isMemberOf(groups, group, id))
}
