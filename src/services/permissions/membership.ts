import type { GroupsAround } from '../../db/groups/around'
import { groupsNamedBy, membersNamedBy } from '../../wire/group-value'
import type { GroupValue } from '../../wire/group-value'

const dayMs = 86_400_000

/** What says what groups an account is in; requesters and `memory.senders` have it. */
export interface GroupMember {
  readonly id: number
  readonly date_joined: Date
  readonly realm_waiting_period_days: number
  readonly groups_around: GroupsAround
}

/**
 * Whether an account is in the set of users that a value names, directly or through groups, at any
 * depth. Asks nobody. Source: docs/protocol/permissions.md#recursive-membership.
 */
export function isInGroup(member: GroupMember, value: GroupValue, now: Date): boolean {
  if (membersNamedBy(value).includes(member.id)) return true
  const { always, once_full } = member.groups_around
  return groupsNamedBy(value).some(
    (id) => always.includes(id) || (once_full.includes(id) && isOldEnough(member, now)),
  )
}

/** Ids of all groups around an account, those of the system included: for statements. */
export function groupIdsOf(member: GroupMember, now: Date): readonly number[] {
  const { always, once_full } = member.groups_around
  return once_full.length > 0 && isOldEnough(member, now) ? [...always, ...once_full] : always
}

/** Whether an account is older than the realm has newcomers wait. */
export function isOldEnough(
  member: Pick<GroupMember, 'date_joined' | 'realm_waiting_period_days'>,
  now: Date,
): boolean {
  const ageDays = Math.floor((now.getTime() - member.date_joined.getTime()) / dayMs)
  return ageDays >= member.realm_waiting_period_days
}
