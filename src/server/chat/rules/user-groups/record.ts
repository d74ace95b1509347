import type { UserGroupWithMembers } from '../../../data/groups/groups'
import { presentUserGroup } from '../../../wire/user-groups'
import type { UserGroupRecord } from '../../../../shared/user-groups'
import { groupPermissionsOf } from '../permissions/groups'

/** A group as a wire record. */
export function recordOf(group: UserGroupWithMembers): UserGroupRecord {
  return presentUserGroup(group, groupPermissionsOf(group))
}
