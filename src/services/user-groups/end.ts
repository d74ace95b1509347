import type { AppContext } from '../../context'
import { deleteUserGroup, listGroupsAround, updateUserGroup } from '../../db/user-groups'
import { publish } from '../../events/publish'
import { subgroupsChanged, userGroupRemoved } from '../../wire/user-group-events'
import type { Requester } from '../authentication'
import { accessActiveUserGroupToChange, accessUserGroupToChange } from './access'
import { UserGroupInUseError } from './errors'
import { explainDeactivation, toldOfGroup } from './telling'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Deletes a group for good; groups around it lose it.
 * @throws GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError
 */
export async function removeUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const group = await accessUserGroupToChange(tx, ctx.clock.now(), requester, groupId)
    const around = await listGroupsAround(tx, group.realm_id, group.id)
    await deleteUserGroup(tx, group.realm_id, group.id)
    await publish(tx, group.realm_id, [
      ...around.map((outer) =>
        toldOfGroup(subgroupsChanged('remove_subgroups', outer.id, [group.id]), outer),
      ),
      toldOfGroup(userGroupRemoved(group.id), group),
    ])
  })
}

/**
 * Deactivates a group: nobody can mention it, and its name and members are kept.
 * @throws GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError, UserGroupInUseError
 * @throws BadRequestError for a group that is deactivated
 */
export async function deactivateUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const group = await accessActiveUserGroupToChange(tx, now, requester, groupId)
    const around = await listGroupsAround(tx, group.realm_id, group.id)
    if (around.length > 0) throw new UserGroupInUseError(around.map(({ id }) => id))
    await updateUserGroup(tx, group.realm_id, group.id, { deactivated_at: now })
    await publish(tx, group.realm_id, explainDeactivation(group.id))
  })
}
