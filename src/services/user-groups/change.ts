import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import {
  deleteUserGroup,
  isGroupNameTaken,
  listGroupsAround,
  updateUserGroup,
} from '../../db/groups/groups'
import type { UserGroupWithMembers } from '../../db/groups/groups'
import { publish } from '../../events/publish'
import { subgroupsChanged, userGroupRemoved, userGroupUpdated } from '../../wire/user-groups'
import { differences, recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import {
  accessActiveUserGroupToChange,
  accessUserGroup,
  accessUserGroupToChange,
  UserGroupInUseError,
} from './access'
import { checkUserGroupDescription, checkUserGroupName, nameTaken } from './create'
import { explainDeactivation, explainReactivation, toldOfGroup } from './telling'

type Context = Pick<AppContext, 'db' | 'clock'>

export interface UserGroupChanges {
  name?: string | undefined
  description?: string | undefined
  /** Whether the group shall be deactivated; false brings it back. */
  deactivated?: boolean | undefined
}

/**
 * Changes a group's name or description, or brings it back.
 *
 * @throws GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError
 * @throws BadRequestError for what it cannot be called, and where nothing is to be changed
 */
export async function changeUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
  changes: UserGroupChanges,
): Promise<void> {
  const { name, description, deactivated } = changes
  if (name === undefined && description === undefined && deactivated === undefined) {
    throw new BadRequestError('No new data supplied')
  }
  if (deactivated) {
    throw new BadRequestError('User groups are deactivated by POST to their /deactivate.')
  }
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const group = await accessUserGroupToChange(tx, now, requester, groupId)
    if (deactivated === false && group.deactivated_at) {
      await updateUserGroup(tx, group.realm_id, group.id, { deactivated_at: null })
      await recordChange(tx, group, { deactivated: true }, { deactivated: false })
      const active = await accessUserGroup(tx, now, requester, group.id)
      await publish(tx, group.realm_id, explainReactivation(active))
      group.deactivated_at = null
    }
    await describe(tx, group, changes)
  })
}

async function describe(
  tx: Tx,
  group: UserGroupWithMembers,
  wanted: UserGroupChanges,
): Promise<void> {
  const name = wanted.name === undefined ? group.name : checkUserGroupName(wanted.name)
  const description =
    wanted.description === undefined
      ? group.description
      : checkUserGroupDescription(wanted.description)
  const changes = {
    ...(name === group.name ? {} : { name }),
    ...(description === group.description ? {} : { description }),
  }
  if (Object.keys(changes).length === 0) return
  if (changes.name !== undefined && (await isGroupNameTaken(tx, group.realm_id, name, group.id)))
    throw nameTaken(name)
  await updateUserGroup(tx, group.realm_id, group.id, changes)
  const changed = differences(
    { name: group.name, description: group.description },
    { name, description },
  )
  if (changed) await recordChange(tx, group, changed.before, changed.after)
  const event = userGroupUpdated(group.id, changes)
  await publish(tx, group.realm_id, [toldOfGroup(event, group)])
}

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
    await recordActs(tx, group.realm_id, [
      {
        act: 'group_deleted',
        affected: { type: 'user_group', id: group.id },
        before: { name: group.name },
      },
    ])
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
    await recordChange(tx, group, { deactivated: false }, { deactivated: true })
    await publish(tx, group.realm_id, explainDeactivation(group.id))
  })
}

async function recordChange(
  tx: Tx,
  { realm_id, id }: Pick<UserGroupWithMembers, 'realm_id' | 'id'>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  const affected = { type: 'user_group', id } as const
  await recordActs(tx, realm_id, [{ act: 'group_changed', affected, before, after }])
}
