import { groupsNamedBy, membersNamedBy } from '../../../shared/rules/group-values'
import { isPermitted } from '../../../shared/rules/permitted'
import type { RealmUser } from '../../../shared/rules/realm-rights'
import type { StreamUser } from '../../../shared/rules/stream-rights'
import { isMemberOf } from './group-members'
import type { GroupValue, State, Stream } from '../records/state'

/** Name of a realm setting that grants a permission, without `realm_`. */
export type RealmPermission = {
  [K in keyof State]-?: K extends `realm_${infer Name}`
    ? GroupValue extends State[K]
      ? Name
      : never
    : never
}[keyof State]

type Known = Pick<State, 'user_id' | 'realm_user_groups' | 'is_guest'> & {
  readonly [Name in RealmPermission as `realm_${Name}`]?: GroupValue
}

/** Whether the reader has a permission that a realm setting grants. */
export function mayInRealm(state: Known, permission: RealmPermission): boolean {
  return isGiven(state, state, `realm_${permission}`)
}

/** The facts about the reader that decide about rights in the realm. */
export function asRealmUser(state: Known & Pick<State, 'is_admin'>): RealmUser {
  return {
    isAdministrator: state.is_admin,
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
    isPermitted: (permission) => isGiven(state, stream, permission),
  }
}

/** An object with settings, by name: the state with those of the realm, a stream or a group. */
type Holder = Readonly<Record<string, unknown>>

/** Whether a setting gives its permission to the reader. */
export function isGiven(
  {
    user_id: id,
    realm_user_groups: groups,
    is_guest: isGuest,
  }: Pick<State, 'user_id' | 'realm_user_groups' | 'is_guest'>,
  holder: Holder,
  setting: string,
): boolean {
  const value = (holder[setting] ?? 0) as GroupValue
  const isIn = (group: number) => isMemberOf(groups, group, id)
  const isNamed = membersNamedBy(value).includes(id) || groupsNamedBy(value).some(isIn)
  return isPermitted(isNamed, isGuest, setting)
}
