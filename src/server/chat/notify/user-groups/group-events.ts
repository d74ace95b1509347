import type { Tx } from '../../../data/engine/database'
import { listUserGroups } from '../../../data/groups/groups'
import type { UserGroupWithMembers } from '../../../data/groups/groups'
import { listMembershipsOf } from '../../../data/groups/membership'
import type { GroupMembership } from '../../../data/groups/membership'
import type { UserGroupRow } from '../../../data/schema'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import type { CapabilityCondition, PlainEvent } from '../../../../shared/events'
import { systemGroups } from '../../../../shared/rules/system-groups'
import {
  groupMembersChanged,
  userGroupAdded,
  userGroupRemoved,
  userGroupUpdated,
} from '../../../wire/user-groups'
import { forEverybody } from '../publications'
import { recordOf } from '../../rules/user-groups/record'

/*
 * Events of groups, for everybody. Clients that declare the capability keep deactivated groups; for all
 * others a deactivated group is removed. Source: docs/protocol/decided-conflicts.md#deactivated-groups.
 */

const knowsDeactivated = (isDeclared: boolean): CapabilityCondition => ({
  capability: 'include_deactivated_groups',
  isDeclared,
})

/** An event about a group; if it is deactivated, only for clients that keep deactivated groups. */
export function groupPublication(
  event: PlainEvent,
  group: Pick<UserGroupRow, 'deactivated_at'>,
): Publication {
  const condition = group.deactivated_at ? { condition: knowsDeactivated(true) } : {}
  return { ...forEverybody(event), ...condition }
}

export function groupDeactivatedEvents(groupId: number): Publication[] {
  const update = userGroupUpdated(groupId, { deactivated: true })
  const removal = userGroupRemoved(groupId)
  return [
    { ...forEverybody(update), condition: knowsDeactivated(true) },
    { ...forEverybody(removal), condition: knowsDeactivated(false) },
  ]
}

/** @param group the group after its reactivation */
export function groupReactivatedEvents(group: UserGroupWithMembers): Publication[] {
  const update = userGroupUpdated(group.id, { deactivated: false })
  return [
    { ...forEverybody(update), condition: knowsDeactivated(true) },
    { ...forEverybody(userGroupAdded(recordOf(group))), condition: knowsDeactivated(false) },
  ]
}

/** One event per group that accounts join or leave. */
function membershipEvents(
  op: 'add_members' | 'remove_members',
  memberships: readonly GroupMembership[],
): Publication[] {
  const byGroup = groupBy(memberships, (membership) => membership.group_id)
  return [...byGroup].map(([groupId, ties]) => {
    const userIds = ties.map((tie) => tie.user_id)
    const deactivated_at = ties[0]?.deactivated_at ?? null
    return groupPublication(groupMembersChanged(op, groupId, userIds), { deactivated_at })
  })
}

/*
 * Membership events when accounts are created, deactivated or change: deactivated accounts are in no
 * group, and the role decides the system groups of an account.
 */

/** Events of the groups that new and reactivated accounts join. */
export async function joinedGroupsEvents(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return membershipEvents('add_members', await listMembershipsOf(tx, realmId, userIds))
}

/** Events of the groups that deactivated accounts leave. */
export async function leftGroupsEvents(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return membershipEvents('remove_members', await listMembershipsOf(tx, realmId, userIds))
}

/** Ids of the full members: accounts past the realm's waiting period. */
export async function listFullMemberIds(tx: Tx, realmId: number): Promise<readonly number[]> {
  const [group] = await listUserGroups(tx, realmId, [systemGroups.fullMembers.id])
  return group?.member_ids ?? []
}

/** Membership events of the system group of full members, from its members before and after a change. */
export function fullMemberEvents(
  before: readonly number[],
  after: readonly number[],
): Publication[] {
  const membershipsIn = (ids: readonly number[], others: readonly number[]): GroupMembership[] => {
    const known = new Set(others)
    return ids
      .filter((id) => !known.has(id))
      .map((id) => ({ user_id: id, group_id: systemGroups.fullMembers.id, deactivated_at: null }))
  }
  return [
    ...membershipEvents('remove_members', membershipsIn(before, after)),
    ...membershipEvents('add_members', membershipsIn(after, before)),
  ]
}

/** Membership events from the memberships before and after a change of accounts. */
export function membershipChangeEvents(
  before: readonly GroupMembership[],
  after: readonly GroupMembership[],
): Publication[] {
  const without = (ties: readonly GroupMembership[], others: readonly GroupMembership[]) => {
    const known = new Set(others.map(nameOfTie))
    return ties.filter((tie) => !known.has(nameOfTie(tie)))
  }
  return [
    ...membershipEvents('remove_members', without(before, after)),
    ...membershipEvents('add_members', without(after, before)),
  ]
}

function nameOfTie({ group_id, user_id }: GroupMembership): string {
  return `${group_id}:${user_id}`
}
