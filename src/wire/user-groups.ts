import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { PlainEvent } from './events'
import { systemGroups } from './system-groups'
import { unixSeconds } from './time'

/**
 * A setting that says who may do something: the members of a group, or of several, and single
 * users.
 */
const groupSetting = Type.Union([
  Type.Integer(),
  Type.Object({
    direct_members: Type.Array(Type.Integer()),
    direct_subgroups: Type.Array(Type.Integer()),
  }),
])

/** A user group. Source: docs/protocol/register.md#groups. */
export const userGroupSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  members: Type.Array(Type.Integer(), { description: 'Ids of active accounts, direct members' }),
  direct_subgroup_ids: Type.Array(Type.Integer()),
  is_system_group: Type.Boolean({ description: 'Its members follow from their roles' }),
  deactivated: Type.Boolean(),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  date_created: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time in seconds',
  }),
  can_add_members_group: groupSetting,
  can_join_group: groupSetting,
  can_leave_group: groupSetting,
  can_manage_group: groupSetting,
  can_mention_group: groupSetting,
  can_remove_members_group: groupSetting,
})

export type UserGroupRecord = Static<typeof userGroupSchema>

/** The parts that a record of a group is made from. */
export interface UserGroupDetails {
  id: number
  name: string
  description: string
  is_system_group: boolean
  creator_id: number | null
  created_at: Date
  deactivated_at: Date | null
  member_ids: number[]
  subgroup_ids: number[]
}

export function presentUserGroup(group: UserGroupDetails): UserGroupRecord {
  const managers = managersOf(group)
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.member_ids,
    direct_subgroup_ids: group.subgroup_ids,
    is_system_group: group.is_system_group,
    deactivated: group.deactivated_at !== null,
    creator_id: group.creator_id,
    date_created: group.is_system_group ? null : unixSeconds(group.created_at),
    can_add_members_group: managers,
    can_join_group: managers,
    can_leave_group: managers,
    can_manage_group: managers,
    can_mention_group: group.is_system_group ? systemGroups.nobody.id : systemGroups.everyone.id,
    can_remove_members_group: managers,
  }
}

/**
 * The managers of a group, in the spelling of settings: the rule of
 * `services/user-groups/access.ts`.
 */
function managersOf(group: UserGroupDetails): Static<typeof groupSetting> {
  if (group.is_system_group) return systemGroups.nobody.id
  return {
    direct_members: group.creator_id === null ? [] : [group.creator_id],
    direct_subgroups: [systemGroups.administrators.id, group.id],
  }
}

/*
 * Events about user groups. Source: docs/protocol/events.md#user-group.
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
