import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  deleteGroupMembers,
  deleteSubgroups,
  insertGroupMembers,
  insertSubgroups,
} from '../../../data/groups/groups'
import type { UserGroupWithMembers } from '../../../data/groups/groups'
import { listIdsInside } from '../../../data/groups/membership'
import type { UserRow } from '../../../data/schema'
import { publish } from '../../../events/publish'
import { groupMembersChanged, subgroupsChanged } from '../../../wire/user-groups'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { watchVisibilityViaGroup } from '../../notify/streams/group-visibility'
import type { UserReference } from '../../access/users/access-user'
import { lockAccounts } from '../../../data/users/update-users'
import {
  accessMembers,
  accessSubgroups,
  accessUserGroupTo,
} from '../../access/user-groups/access-group'
import type { GroupAct } from '../../../../shared/rules/group-rights'
import { sendMembershipNotices } from './notices'
import { groupPublication } from '../../notify/user-groups/group-events'

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** Members and subgroups to add to a group, and to remove from it. */
export interface MemberChanges {
  members: { add: readonly UserReference[]; delete: readonly UserReference[] }
  subgroups: { add: readonly number[]; delete: readonly number[] }
}

/**
 * Adds and removes members and subgroups of a group, also of a deactivated one.
 *
 * @throws InvalidUserGroupError, UserGroupPermissionError
 * @throws BadRequestError for adding a present member, removing an absent one, no change at all, and for
 * a group that would contain itself
 */
export async function changeMembers(
  ctx: Context,
  requester: Requester,
  groupId: number,
  { members, subgroups }: MemberChanges,
): Promise<void> {
  const lists = [members.add, members.delete, subgroups.add, subgroups.delete]
  if (lists.every((list) => list.length === 0)) {
    throw new BadRequestError(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or ' +
        '"delete_subgroups".',
    )
  }
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const [added, removed] = [
      await accessMembers(tx, requester, members.add),
      await accessMembers(tx, requester, members.delete),
    ]
    const [joining, leaving] = [idsOf(added), idsOf(removed)]
    const acts = actsOf(requester, { joining, leaving, subgroups })
    const group = await accessUserGroupTo(tx, requester, groupId, acts)
    const { realm_id: realmId } = group
    checkMembers(group, joining, leaving)
    checkSubgroups(group, subgroups)
    await accessSubgroups(tx, requester, subgroups.add)
    const inside = await listIdsInside(tx, realmId, subgroups.add)
    if (inside.includes(group.id)) {
      throw new BadRequestError(
        `User group ${group.id} is already a subgroup of one of the passed subgroups.`,
      )
    }

    await storeMembers(tx, group, { joining, leaving, subgroups })
    if (group.deactivated_at) return
    await sendMembershipNotices(ctx, tx, requester, { group, joining: added, leaving: removed })
  })
}

/** Checked changes of the members of a group. */
interface CheckedMembers {
  joining: Ids
  leaving: Ids
  /** Deactivated accounts among them: clients hear of their memberships when they are active again. */
  inactive?: ReadonlySet<number>
  subgroups: MemberChanges['subgroups']
}

/** Stores changes of the members of a group, and publishes them. The caller has locked the accounts. */
export async function storeMembers(
  tx: Tx,
  group: UserGroupWithMembers,
  { joining, leaving, inactive = new Set(), subgroups }: CheckedMembers,
): Promise<void> {
  const { realm_id: realmId } = group
  const visibilityEvents = await watchVisibilityViaGroup(tx, realmId, group.id)
  await insertGroupMembers(tx, realmId, group.id, joining)
  await deleteGroupMembers(tx, realmId, group.id, leaving)
  await insertSubgroups(tx, realmId, group.id, subgroups.add)
  await deleteSubgroups(tx, realmId, group.id, subgroups.delete)
  await recordActs(tx, realmId, [
    {
      act: 'group_members_changed',
      affected: { type: 'user_group', id: group.id },
      before: { members: leaving, subgroups: subgroups.delete },
      after: { members: joining, subgroups: subgroups.add },
    },
  ])
  const active = (ids: Ids) => ids.filter((id) => !inactive.has(id))
  const [joined, left] = [active(joining), active(leaving)]
  const told = [
    { ids: joined, event: groupMembersChanged('add_members', group.id, joined) },
    { ids: left, event: groupMembersChanged('remove_members', group.id, left) },
    {
      ids: subgroups.add,
      event: subgroupsChanged('add_subgroups', group.id, subgroups.add),
    },
    {
      ids: subgroups.delete,
      event: subgroupsChanged('remove_subgroups', group.id, subgroups.delete),
    },
  ].filter(({ ids }) => ids.length > 0)
  await publish(
    tx,
    realmId,
    told.map(({ event }) => groupPublication(event, group)),
  )
  await publish(tx, realmId, await visibilityEvents())
}

function idsOf(users: readonly UserRow[]): number[] {
  return users.map(({ id }) => id)
}

/** The actions that a change of members consists of, for the check of permissions. */
function actsOf(
  requester: Requester,
  {
    joining,
    leaving,
    subgroups,
  }: { joining: Ids; leaving: Ids; subgroups: { add: Ids; delete: Ids } },
): GroupAct[] {
  const isOneself = (id: number) => id === requester.id
  const isOther = (id: number) => id !== requester.id
  return [
    ...(joining.some(isOther) ? ['add others' as const] : []),
    ...(joining.some(isOneself) ? ['join' as const] : []),
    ...(leaving.some(isOther) ? ['remove others' as const] : []),
    ...(leaving.some(isOneself) ? ['leave' as const] : []),
    ...(subgroups.add.length + subgroups.delete.length > 0 ? ['manage' as const] : []),
  ]
}

type Ids = readonly number[]

function checkMembers(
  group: UserGroupWithMembers,
  joining: readonly number[],
  leaving: readonly number[],
): void {
  const memberIds = new Set(group.member_ids)
  const present = joining.find((id) => memberIds.has(id))
  if (present !== undefined) {
    throw new BadRequestError(`User ${present} is already a member of this group`)
  }
  const absent = leaving.find((id) => !memberIds.has(id))
  if (absent !== undefined) {
    throw new BadRequestError(`There is no member '${absent}' in this user group`)
  }
}

function checkSubgroups(group: UserGroupWithMembers, changes: MemberChanges['subgroups']): void {
  const present = changes.add.find((id) => group.subgroup_ids.includes(id))
  if (present !== undefined) {
    throw new BadRequestError(`User group ${present} is already a subgroup of this group.`)
  }
  const absent = changes.delete.find((id) => !group.subgroup_ids.includes(id))
  if (absent !== undefined) {
    throw new BadRequestError(`User group ${absent} is not a subgroup of this group.`)
  }
}
