import { isMemberOf } from './group-members'
import type { GroupValue, State } from './state'

type Known = Pick<State, 'user_id' | 'realm_user_groups'> & Readonly<Record<string, unknown>>

/** Whether the reader may do what a setting of the organisation lets people do. */
export function mayInRealm(state: Known, permission: string): boolean {
  return isInValue(state, (state[`realm_${permission}`] ?? 0) as GroupValue)
}

/** Whether the reader is one of those who may do a thing. */
export function isInValue(
  { user_id: id, realm_user_groups: groups }: Pick<State, 'user_id' | 'realm_user_groups'>,
  value: GroupValue,
): boolean {
  if (typeof value === 'number') return isMemberOf(groups, value, id)
  const { direct_members: members, direct_subgroups: subgroups } = value
  return members.includes(id) || subgroups.some((group) => isMemberOf(groups, group, id))
}
