import type {
  GroupChanges,
  GroupSettings,
  UserGroupEvent,
  UserGroupRecord,
} from '../../shared/user-groups'
import { unixSeconds } from './time'

/** The inputs of a group's record. */
export interface UserGroupDetails {
  id: number
  name: string
  description: string
  is_system_group: boolean
  creator_id: number | null
  created_at: Date
  deactivated_at: Date | null
  managed_by: string | null
  member_ids: number[]
  subgroup_ids: number[]
}

export function presentUserGroup(
  group: UserGroupDetails,
  settings: GroupSettings,
): UserGroupRecord {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.member_ids,
    direct_subgroup_ids: group.subgroup_ids,
    is_system_group: group.is_system_group,
    deactivated: group.deactivated_at !== null,
    managed_by: group.managed_by,
    creator_id: group.creator_id,
    date_created: group.is_system_group ? null : unixSeconds(group.created_at),
    ...settings,
  }
}

export function userGroupAdded(group: UserGroupRecord): UserGroupEvent {
  return { type: 'user_group', op: 'add', group }
}

export function userGroupUpdated(groupId: number, data: GroupChanges): UserGroupEvent {
  return { type: 'user_group', op: 'update', group_id: groupId, data }
}

export function userGroupRemoved(groupId: number): UserGroupEvent {
  return { type: 'user_group', op: 'remove', group_id: groupId }
}

export function groupMembersChanged(
  op: 'add_members' | 'remove_members',
  groupId: number,
  userIds: readonly number[],
): UserGroupEvent {
  return { type: 'user_group', op, group_id: groupId, user_ids: userIds }
}

export function subgroupsChanged(
  op: 'add_subgroups' | 'remove_subgroups',
  groupId: number,
  subgroupIds: readonly number[],
): UserGroupEvent {
  return { type: 'user_group', op, group_id: groupId, direct_subgroup_ids: subgroupIds }
}
