import type { GroupsAround } from '../../../data/groups/around'
import type { Dated } from '../../../lib/clock'
import * as rules from '../../../../shared/rules/permitted'
import { roles } from '../../../../shared/rules/roles'
import { groupsNamedBy, membersNamedBy } from '../../../../shared/rules/group-values'
import type { GroupValue } from '../../../../shared/rules/group-values'

const dayMs = 86_400_000

/** The fields that decide group membership; requesters and `memory.senders` have them. */
export interface GroupMember {
  readonly id: number
  readonly date_joined: Date
  readonly realm_waiting_period_days: number
  readonly groups_around: GroupsAround
}

/**
 * Whether an account is in the set of users of a value, directly or through nested groups. Makes no query.
 * Source: docs/protocol/permissions.md#recursive-membership.
 */
export function isInGroup(at: Dated, member: GroupMember, value: GroupValue): boolean {
  if (membersNamedBy(value).includes(member.id)) return true
  const { always, once_full } = member.groups_around
  return groupsNamedBy(value).some(
    (id) => always.includes(id) || (once_full.includes(id) && isOldEnough(at, member)),
  )
}

/** An account with its role. */
export interface PermittedMember extends GroupMember {
  readonly role: number
}

/**
 * Whether the value of a setting gives its permission to an account. Makes no query.
 * Source: docs/protocol/permissions.md#test-of-a-permission.
 */
export function isPermitted(
  at: Dated,
  member: PermittedMember,
  setting: string,
  value: GroupValue,
): boolean {
  return rules.isPermitted(isInGroup(at, member, value), member.role === roles.guest, setting)
}

/** Whether an account is past the realm's waiting period for new members. */
function isOldEnough(
  { now }: Dated,
  member: Pick<GroupMember, 'date_joined' | 'realm_waiting_period_days'>,
): boolean {
  const ageDays = Math.floor((now.getTime() - member.date_joined.getTime()) / dayMs)
  return ageDays >= member.realm_waiting_period_days
}
