import type { PlainEvent } from './events'
import { presentUserGroup } from './user-groups'
import type { UserGroupDetails } from './user-groups'

/*
 * Events about user groups. Source: client notes 7.
 */

export function userGroupAdded(group: UserGroupDetails): PlainEvent {
  return { type: 'user_group', op: 'add', group: presentUserGroup(group) }
}

export function userGroupUpdated(
  groupId: number,
  data: { name?: string; description?: string; deactivated?: boolean },
): PlainEvent {
  return { type: 'user_group', op: 'update', group_id: groupId, data }
}

export function userGroupRemoved(groupId: number): PlainEvent {
  return { type: 'user_group', op: 'remove', group_id: groupId }
}

export function groupMembersChanged(
  op: 'add_members' | 'remove_members',
  groupId: number,
  userIds: readonly number[],
): PlainEvent {
  return { type: 'user_group', op, group_id: groupId, user_ids: userIds }
}

export function subgroupsChanged(
  op: 'add_subgroups' | 'remove_subgroups',
  groupId: number,
  subgroupIds: readonly number[],
): PlainEvent {
  return { type: 'user_group', op, group_id: groupId, direct_subgroup_ids: subgroupIds }
}
