import type { Tx } from '../../db/engine/database'
import { listUserGroups } from '../../db/groups/groups'
import type { UserGroupWithMembers } from '../../db/groups/groups'
import { listMembershipsOf } from '../../db/groups/membership'
import type { GroupMembership } from '../../db/groups/membership'
import type { UserGroupRow } from '../../db/schema'
import type { Publication } from '../../events/publish'
import { groupBy } from '../../runtime/group-by'
import type { CapabilityCondition, PlainEvent } from '../../wire/events'
import { systemGroups } from '../../wire/system-groups'
import {
  groupMembersChanged,
  userGroupAdded,
  userGroupRemoved,
  userGroupUpdated,
} from '../../wire/user-groups'
import { forEverybody } from '../publications'
import { recordOf } from './record'

/*
 * Everybody is told of groups. Clients that know of deactivated ones keep them; to all others such
 * a group is gone. Source: docs/protocol/decided-conflicts.md#deactivated-groups.
 */

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
  return { ...forEverybody(event), ...condition }
}

export function explainDeactivation(groupId: number): Publication[] {
  const update = userGroupUpdated(groupId, { deactivated: true })
  const removal = userGroupRemoved(groupId)
  return [
    { ...forEverybody(update), condition: knowsDeactivated(true) },
    { ...forEverybody(removal), condition: knowsDeactivated(false) },
  ]
}

/** @param group as it is now */
export function explainReactivation(group: UserGroupWithMembers): Publication[] {
  const update = userGroupUpdated(group.id, { deactivated: false })
  return [
    { ...forEverybody(update), condition: knowsDeactivated(true) },
    { ...forEverybody(userGroupAdded(recordOf(group))), condition: knowsDeactivated(false) },
  ]
}

/** One event per group that accounts come into or leave. */
function explainMemberships(
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

/*
 * Accounts are in groups while they are active, and in groups of the system by their role: what
 * clients are told of the groups when accounts come, go, and change.
 */

/** Events for groups that new and reactivated accounts come into. */
export async function explainJoining(
  tx: Tx,
  now: Date,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return explainMemberships('add_members', await listMembershipsOf(tx, now, realmId, userIds))
}

/** Events for groups that deactivated accounts leave. */
export async function explainLeaving(
  tx: Tx,
  now: Date,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return explainMemberships('remove_members', await listMembershipsOf(tx, now, realmId, userIds))
}

/** Ids of those who are no newcomers, as far as the realm has members wait at this moment. */
export async function listFullMemberIds(
  tx: Tx,
  now: Date,
  realmId: number,
): Promise<readonly number[]> {
  const [group] = await listUserGroups(tx, now, realmId, [systemGroups.fullMembers.id])
  return group?.member_ids ?? []
}

/** Events for accounts of which some became, or are no longer, newcomers, all at once. */
export function explainFullMembers(
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
    ...explainMemberships('remove_members', membershipsIn(before, after)),
    ...explainMemberships('add_members', membershipsIn(after, before)),
  ]
}

/** Events for accounts whose groups are others than before their change. */
export function explainMoving(
  before: readonly GroupMembership[],
  after: readonly GroupMembership[],
): Publication[] {
  const without = (ties: readonly GroupMembership[], others: readonly GroupMembership[]) => {
    const known = new Set(others.map(nameOfTie))
    return ties.filter((tie) => !known.has(nameOfTie(tie)))
  }
  return [
    ...explainMemberships('remove_members', without(before, after)),
    ...explainMemberships('add_members', without(after, before)),
  ]
}

function nameOfTie({ group_id, user_id }: GroupMembership): string {
  return `${group_id}:${user_id}`
}
