import type { UserGroupRow } from '../../../data/schema'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { valuesOf } from '../../../../shared/rules/system-groups'
import type { Permission, PermissionValues } from '../../../../shared/rules/system-groups'

const nobodyToMembers = { allowNobody: true, allowEveryone: false } as const
const nobodyToEveryone = { allowNobody: true, allowEveryone: true } as const

/**
 * Permissions of user groups. Chosen values are in `user_groups.permissions`.
 * Source: docs/protocol/user-groups.md#group-settings.
 */
export const groupPermissions = {
  can_manage_group: {
    level: 283,
    default: 'creator',
    ...nobodyToMembers,
    governs: 'changing, deactivating and bringing back the group',
  },
  can_add_members_group: {
    level: 305,
    default: 'creator',
    ...nobodyToMembers,
    governs: 'adding others',
  },
  can_remove_members_group: {
    level: 324,
    default: 'nobody',
    ...nobodyToMembers,
    governs: 'taking others out',
  },
  can_join_group: {
    level: 301,
    default: 'nobody',
    ...nobodyToMembers,
    governs: 'adding oneself',
  },
  can_leave_group: {
    level: 308,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'taking oneself out',
  },
  can_mention_group: {
    level: 191,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'mentioning the group so that its members are notified',
  },
} as const satisfies Record<string, Permission>

export type GroupPermissionName = keyof typeof groupPermissions
export type GroupPermissionValues = PermissionValues<GroupPermissionName>

const ofSystemGroups = Object.fromEntries(
  Object.keys(groupPermissions).map((name) => [name, systemGroups.nobody.id]),
) as GroupPermissionValues

/** The permission values of a group. Every permission of a system group is set to nobody. */
export function groupPermissionsOf({
  permissions,
  creator_id,
  is_system_group,
}: Pick<UserGroupRow, 'permissions' | 'creator_id' | 'is_system_group'>): GroupPermissionValues {
  if (is_system_group) return ofSystemGroups
  return valuesOf<GroupPermissionName>(groupPermissions, permissions, creator_id)
}
