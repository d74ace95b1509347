import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { groupValueSchema } from './group-value-schemas'

/** A user group. Source: docs/protocol/register.md#groups. */
export const userGroupSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  members: Type.Array(Type.Integer(), { description: 'Ids of active accounts, direct members' }),
  direct_subgroup_ids: Type.Array(Type.Integer()),
  is_system_group: Type.Boolean({ description: 'Its members follow from their roles' }),
  deactivated: Type.Boolean(),
  managed_by: Type.Union([Type.String(), Type.Null()], {
    description: 'Slug of the identity provider whose rules choose the members; null: people do',
  }),
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

/*
 * Events about user groups. Source: docs/protocol/events.md#user-group.
 */

export type GroupChanges = Partial<
  Pick<UserGroupRecord, 'name' | 'description' | 'deactivated' | 'managed_by'> & GroupSettings
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

/** A use of a group that prevents its deactivation or deletion. Source: docs/protocol/permissions.md#group-in-use. */
export type Objection =
  | { type: 'subgroup'; supergroup_ids: readonly number[] }
  | { type: 'realm'; settings: readonly string[] }
  | { type: 'channel'; channel_id: number; settings: readonly string[] }
  | { type: 'user_group'; group_id: number; settings: readonly string[] }
