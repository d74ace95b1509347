import { isMemberOf } from './group-members'
import type { GroupValue, State } from './state'

/** Name of a realm setting that grants a permission, without `realm_`. */
export type RealmPermission = {
  [K in keyof State]-?: K extends `realm_${infer Name}`
    ? GroupValue extends State[K]
      ? Name
      : never
    : never
}[keyof State]

type Known = Pick<State, 'user_id' | 'realm_user_groups'> & {
  readonly [Name in RealmPermission as `realm_${Name}`]?: GroupValue
}

/** Whether the reader has a permission that a realm setting grants. */
export function mayInRealm(state: Known, permission: RealmPermission): boolean {
  return isInValue(state, state[`realm_${permission}`] ?? 0)
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
