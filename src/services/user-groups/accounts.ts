import type { Tx } from '../../db/database'
import { listMembershipsOf } from '../../db/group-membership'
import type { GroupMembership } from '../../db/group-membership'
import type { Publication } from '../../events/publish'
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
