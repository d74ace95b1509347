import type { Tx } from '../../db/engine/database'
import { listMembershipsOf } from '../../db/groups/membership'
import type { GroupMembership } from '../../db/groups/membership'
import { listUserGroups } from '../../db/groups/groups'
import type { Publication } from '../../events/publish'
import { systemGroups } from '../../wire/system-groups'
import { explainMemberships } from './telling'

/*
 * Accounts are in groups while they are active, and in groups of the system by their role: what
 * clients are told of the groups when accounts come, go, and change.
 */

/** New and reactivated accounts. */
export async function explainJoining(
  tx: Tx,
  now: Date,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return explainMemberships('add_members', await listMembershipsOf(tx, now, realmId, userIds))
}

/** Deactivated accounts. */
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

/** Accounts of which some became, or are no longer, newcomers, all at once. */
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

/** An account whose groups are others than before its change. */
export function explainMoving(
  before: readonly GroupMembership[],
  after: readonly GroupMembership[],
): Publication[] {
  const isAmong = (ties: readonly GroupMembership[], { group_id }: GroupMembership) =>
    ties.some((tie) => tie.group_id === group_id)
  return [
    ...explainMemberships(
      'remove_members',
      before.filter((tie) => !isAmong(after, tie)),
    ),
    ...explainMemberships(
      'add_members',
      after.filter((tie) => !isAmong(before, tie)),
    ),
  ]
}
