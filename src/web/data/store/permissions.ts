import { groupsNamedBy, membersNamedBy } from '../../../shared/rules/group-values'
import type { RealmUser } from '../../../shared/rules/realm-rights'
import type { StreamUser } from '../../../shared/rules/stream-rights'
import { isMemberOf } from './group-members'
import type { GroupValue, State, Stream } from './state'

type Known = Pick<State, 'user_id' | 'realm_user_groups'> & Readonly<Record<string, unknown>>

/** Whether the reader has a permission that a realm setting grants. */
export function mayInRealm(state: Known, permission: string): boolean {
  return isInValue(state, (state[`realm_${permission}`] ?? 0) as GroupValue)
}

/** The facts about the reader that decide about rights in the realm. */
export function asRealmUser(state: Known & Pick<State, 'is_admin' | 'is_guest'>): RealmUser {
  return {
    isAdministrator: state.is_admin,
    isGuest: state.is_guest,
    mayInRealm: (permission) => mayInRealm(state, permission),
  }
}

/** The facts about the reader that decide about rights in a stream. */
export function asStreamUser(
  state: Pick<State, 'user_id' | 'realm_user_groups' | 'is_admin' | 'is_guest'>,
  stream: Stream,
): StreamUser {
  return {
    isAdministrator: state.is_admin,
    isGuest: state.is_guest,
    isPermitted: (permission) => isInValue(state, stream[permission]),
  }
}

/** Whether the reader is in the set of users and groups of a permission. */
export function isInValue(
  { user_id: id, realm_user_groups: groups }: Pick<State, 'user_id' | 'realm_user_groups'>,
  value: GroupValue,
): boolean {
  const isIn = (group: number) => isMemberOf(groups, group, id)
  return membersNamedBy(value).includes(id) || groupsNamedBy(value).some(isIn)
}
