import type { GroupValue } from '../../shared/rules/group-values'
import { groupsNamedBy, membersNamedBy } from '../../shared/rules/group-values'
import type { PostPolicy } from '../../shared/rules/post-policies'
import { postPolicies } from '../../shared/rules/post-policies'
import { systemGroups, valueOf, valuesOf } from '../../shared/rules/system-groups'
import type { StreamPermissionName, StreamPermissionValues } from '../../shared/stream-permissions'
import { streamPermissions } from '../../shared/stream-permissions'
import type { StreamRow } from '../data/schema'

/** The values of all permissions in a stream. */
export function streamPermissionsOf({
  permissions,
  creator_id,
}: Pick<StreamRow, 'permissions' | 'creator_id'>): StreamPermissionValues {
  return valuesOf<StreamPermissionName>(streamPermissions, permissions, creator_id)
}

/** The value of one permission in a stream. */
export function streamPermissionOf(
  { permissions, creator_id }: Pick<StreamRow, 'permissions' | 'creator_id'>,
  name: StreamPermissionName,
): GroupValue {
  return valueOf(streamPermissions[name], permissions[name], creator_id)
}

/** The group of a post policy. */
export function groupOfPostPolicy(policy: PostPolicy): number {
  const key = (Object.keys(postPolicies) as (keyof typeof postPolicies)[]).find(
    (name) => postPolicies[name] === policy,
  )
  return systemGroups[key ?? 'everyone'].id
}

/**
 * The narrowest post policy that includes all permitted senders, so that no client denies a
 * permitted one.
 */
export function postPolicyOf(writers: GroupValue): PostPolicy {
  const { administrators, fullMembers, moderators, everyone } = postPolicies
  if (membersNamedBy(writers).length > 0) return everyone
  const widest = Math.max(
    0,
    ...groupsNamedBy(writers).filter((id) => id !== systemGroups.nobody.id),
  )
  if (widest <= systemGroups.administrators.id) return administrators
  if (widest === systemGroups.moderators.id) return moderators
  return widest === systemGroups.fullMembers.id ? fullMembers : everyone
}
