import type { AppContext } from '../../context'
import {
  deleteGroupMembers,
  deleteSubgroups,
  insertGroupMembers,
  insertSubgroups,
} from '../../db/groups/groups'
import type { UserGroupWithMembers } from '../../db/groups/groups'
import { listIdsInside } from '../../db/groups/membership'
import { publish } from '../../events/publish'
import { groupMembersChanged, subgroupsChanged } from '../../wire/user-groups'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import type { UserReference } from '../users/access'
import { accessActiveUserGroupToChange, accessMembers, accessSubgroups } from './access'
import { toldOfGroup } from './telling'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Members and subgroups that come into a group, and those that leave it. */
export interface MemberChanges {
  members: { add: readonly UserReference[]; delete: readonly UserReference[] }
  subgroups: { add: readonly number[]; delete: readonly number[] }
}

/**
 * Changes who is in a group.
 *
 * @throws GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError
 * @throws BadRequestError for those who are in it already, and those who are not; where nothing is
 * to be changed; and for a group that would contain itself
 */
export async function changeMembers(
  ctx: Context,
  requester: Requester,
  groupId: number,
  { members, subgroups }: MemberChanges,
): Promise<void> {
  const lists = [members.add, members.delete, subgroups.add, subgroups.delete]
  if (lists.every((list) => list.length === 0)) {
    throw new BadRequestError('Nothing to do. Specify at least one of "add" or "delete".')
  }
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const group = await accessActiveUserGroupToChange(tx, now, requester, groupId)
    const { realm_id: realmId } = group
    const idsOf = async (references: readonly UserReference[]) =>
      (await accessMembers(tx, requester, references)).map((user) => user.id)
    const joining = await idsOf(members.add)
    const leaving = await idsOf(members.delete)
    checkMembers(group, joining, leaving)
    checkSubgroups(group, subgroups)
    await accessSubgroups(tx, requester, subgroups.add)
    const inside = await listIdsInside(tx, realmId, subgroups.add)
    if (inside.includes(group.id)) throw new BadRequestError('User group cannot contain itself.')

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
    const told = [
      { ids: joining, event: groupMembersChanged('add_members', group.id, joining) },
      { ids: leaving, event: groupMembersChanged('remove_members', group.id, leaving) },
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
      told.map(({ event }) => toldOfGroup(event, group)),
    )
  })
}

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
