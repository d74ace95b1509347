import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { groupValueSchema } from './group-value-schemas'
import { unixSeconds } from './time'

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
  can_add_members_group: groupValueSchema,
  can_join_group: groupValueSchema,
  can_leave_group: groupValueSchema,
  can_manage_group: groupValueSchema,
  can_mention_group: groupValueSchema,
  can_remove_members_group: groupValueSchema,
})

export type UserGroupRecord = Static<typeof userGroupSchema>

/** The inputs of a group's record. */
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

/** The permissions on a group. Source: docs/protocol/user-groups.md#group-settings. */
export type GroupSettings = Pick<
  UserGroupRecord,
  | 'can_add_members_group'
  | 'can_join_group'
  | 'can_leave_group'
  | 'can_manage_group'
  | 'can_mention_group'
  | 'can_remove_members_group'
>

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
    creator_id: group.creator_id,
    date_created: group.is_system_group ? null : unixSeconds(group.created_at),
    ...settings,
  }
}

/*
 * Events about user groups. Source: docs/protocol/events.md#user-group.
 */

type GroupChanges = Partial<
  Pick<UserGroupRecord, 'name' | 'description' | 'deactivated'> & GroupSettings
>

export type UserGroupEvent =
  | { type: 'user_group'; op: 'add'; group: UserGroupRecord }
  | { type: 'user_group'; op: 'update'; group_id: number; data: GroupChanges }
  | { type: 'user_group'; op: 'remove'; group_id: number }
  | {
      type: 'user_group'
      op: 'add_members' | 'remove_members'
      group_id: number
      user_ids: readonly number[]
    }
  | {
      type: 'user_group'
      op: 'add_subgroups' | 'remove_subgroups'
      group_id: number
      direct_subgroup_ids: readonly number[]
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

/** A use of a group that prevents its deactivation or deletion. Source: docs/protocol/permissions.md#group-in-use. */
export type Objection =
  | { type: 'subgroup'; supergroup_ids: readonly number[] }
  | { type: 'realm'; settings: readonly string[] }
  | { type: 'channel'; channel_id: number; settings: readonly string[] }
  | { type: 'user_group'; group_id: number; settings: readonly string[] }
