import type { GroupMembership } from '../../db/groups/membership'
import type { UserGroupRow } from '../../db/schema'
import type { UserGroupWithMembers } from '../../db/groups/groups'
import type { Audience } from '../../events/audience'
import type { Publication } from '../../events/publish'
import type { CapabilityCondition, PlainEvent } from '../../wire/events'
import {
  groupMembersChanged,
  userGroupAdded,
  userGroupRemoved,
  userGroupUpdated,
} from '../../wire/user-group-events'
import { groupBy } from '../../runtime/group-by'

/*
 * Everybody is told of groups. Clients that know of deactivated ones keep them; to all others such
 * a group is gone. Source: client notes 5, rule B.
 */

const everybody: Audience = { everyone: 'all' }
const knowsDeactivated = (isDeclared: boolean): CapabilityCondition => ({
  capability: 'include_deactivated_groups',
  isDeclared,
})

/** @param group that the event is about: not everybody knows of a deactivated one */
export function toldOfGroup(
  event: PlainEvent,
  group: Pick<UserGroupRow, 'deactivated_at'>,
): Publication {
  const condition = group.deactivated_at ? { condition: knowsDeactivated(true) } : {}
  return { event, audience: everybody, ...condition }
}

export function explainDeactivation(groupId: number): Publication[] {
  const update = userGroupUpdated(groupId, { deactivated: true })
  const removal = userGroupRemoved(groupId)
  return [
    { event: update, audience: everybody, condition: knowsDeactivated(true) },
    { event: removal, audience: everybody, condition: knowsDeactivated(false) },
  ]
}

/** @param group as it is now */
export function explainReactivation(group: UserGroupWithMembers): Publication[] {
  const update = userGroupUpdated(group.id, { deactivated: false })
  return [
    { event: update, audience: everybody, condition: knowsDeactivated(true) },
    { event: userGroupAdded(group), audience: everybody, condition: knowsDeactivated(false) },
  ]
}

/** One event per group that accounts come into or leave. */
export function explainMemberships(
  op: 'add_members' | 'remove_members',
  memberships: readonly GroupMembership[],
): Publication[] {
  const byGroup = groupBy(memberships, (membership) => membership.group_id)
  return [...byGroup].map(([groupId, ties]) => {
    const userIds = ties.map((tie) => tie.user_id)
    const deactivated_at = ties[0]?.deactivated_at ?? null
    return toldOfGroup(groupMembersChanged(op, groupId, userIds), { deactivated_at })
  })
}
