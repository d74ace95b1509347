/** Actions on a user group. */
export type GroupAct = 'manage' | 'add others' | 'join' | 'remove others' | 'leave'

/** Permissions that allow each action, in addition to `can_manage_group`. */
const permissionsFor = {
  manage: [],
  'add others': ['can_add_members_group'],
  join: ['can_add_members_group', 'can_join_group'],
  'remove others': ['can_remove_members_group'],
  leave: ['can_remove_members_group', 'can_leave_group'],
} as const

export type GroupPermission = 'can_manage_group' | (typeof permissionsFor)[GroupAct][number]

interface GroupUser {
  /** Whether the server manages the group. */
  isSystemGroup: boolean
  /** Whether the rules of an identity provider choose the members. */
  isManaged: boolean
  /** The realm's permission `can_manage_all_groups`. */
  managesAll: boolean
  /** Whether a permission of the group includes the user. */
  isPermitted: (permission: GroupPermission) => boolean
}

/** Whether a user may act on a group. Source: docs/protocol/user-groups.md#group-rights. */
export function mayActOnGroup(
  { isSystemGroup, isManaged, managesAll, isPermitted }: GroupUser,
  act: GroupAct,
): boolean {
  if (isSystemGroup || (isManaged && act !== 'manage')) return false
  return (
    managesAll || isPermitted('can_manage_group') || permissionsFor[act].some((p) => isPermitted(p))
  )
}
