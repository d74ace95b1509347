import { mayActOnGroup } from '../../../shared/rules/group-rights'
import type { GroupAct, GroupPermission } from '../../../shared/rules/group-rights'
import { isGiven, mayInRealm } from '../rights/permissions'
import type { State, UserGroup } from '../records/state'

export interface GroupRights {
  /** May rename, deactivate and reactivate the group, and add subgroups. */
  manage: boolean
  addOthers: boolean
  removeOthers: boolean
  join: boolean
  leave: boolean
}

/** Rights of the reader over a group; members of deactivated groups do not change. */
export function rightsOver(state: Readonly<State>, group: UserGroup): GroupRights {
  const user = {
    isSystemGroup: group.is_system_group,
    isManaged: group.managed_by !== null,
    managesAll: mayInRealm(state, 'can_manage_all_groups'),
    isPermitted: (name: GroupPermission) => isGiven(state, group, name),
  }
  const may = (act: GroupAct) => !group.deactivated && mayActOnGroup(user, act)
  return {
    manage: mayActOnGroup(user, 'manage'),
    addOthers: may('add others'),
    removeOthers: may('remove others'),
    join: may('join'),
    leave: may('leave'),
  }
}
