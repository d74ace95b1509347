import { isInValue, mayInRealm } from '../store/permissions'
import type { GroupValue, State, UserGroup } from '../store/state'

export interface GroupRights {
  /** May rename, deactivate and reactivate the group, and add subgroups. */
  manage: boolean
  addOthers: boolean
  removeOthers: boolean
  join: boolean
  leave: boolean
}

/** Rights of the reader over a group. Source: docs/protocol/user-groups.md#group-rights. */
export function rightsOver(state: Readonly<State>, group: UserGroup): GroupRights {
  const may = (...values: GroupValue[]) =>
    !group.is_system_group && (manages || values.some((value) => isInValue(state, value)))
  const manages =
    !group.is_system_group &&
    (mayInRealm(state, 'can_manage_all_groups') || isInValue(state, group.can_manage_group))
  const isActive = !group.deactivated
  return {
    manage: manages,
    addOthers: isActive && may(group.can_add_members_group),
    removeOthers: isActive && may(group.can_remove_members_group),
    join: isActive && may(group.can_add_members_group, group.can_join_group),
    leave: isActive && may(group.can_remove_members_group, group.can_leave_group),
  }
}
