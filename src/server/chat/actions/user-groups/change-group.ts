import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  deleteUserGroup,
  isGroupNameTaken,
  listGroupsAround,
  updateUserGroup,
} from '../../../data/groups/groups'
import type { UserGroupWithMembers } from '../../../data/groups/groups'
import { publish } from '../../../events/publish'
import { subgroupsChanged, userGroupRemoved, userGroupUpdated } from '../../../wire/user-groups'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { checkUpdates } from '../../rules/permissions/choose'
import type { ChosenUpdates } from '../../rules/permissions/choose'
import { groupPermissions, groupPermissionsOf } from '../../rules/permissions/groups'
import type { GroupPermissionName } from '../../rules/permissions/groups'
import {
  accessActiveUserGroupTo,
  accessUserGroup,
  accessUserGroupTo,
  UserGroupInUseError,
} from '../../access/user-groups/access-group'
import { checkUserGroupDescription, checkUserGroupName, nameTaken } from './create-group'
import { listUses, listUsesInSettings } from '../../access/user-groups/uses'
import {
  groupDeactivatedEvents,
  groupReactivatedEvents,
  groupPublication,
} from '../../notify/user-groups/group-events'

type Context = Pick<AppContext, 'db'>

export interface UserGroupChanges {
  name?: string | undefined
  description?: string | undefined
  /** Only false, which reactivates the group; true is refused. */
  deactivated?: boolean | undefined
  permissions?: ChosenUpdates<GroupPermissionName>
}

/**
 * Changes a group's name, description or settings, or reactivates it.
 *
 * @throws InvalidUserGroupError, UserGroupPermissionError
 * @throws ApiError of rules/permissions/errors.ts for invalid settings
 * @throws BadRequestError for an invalid name or description, and for no change at all
 */
export async function changeUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
  changes: UserGroupChanges,
): Promise<void> {
  const { name, description, deactivated, permissions = {} } = changes
  const isNamed = name !== undefined || description !== undefined
  if (!isNamed && deactivated === undefined && Object.keys(permissions).length === 0) {
    throw new BadRequestError('No new data supplied')
  }
  if (deactivated) {
    throw new BadRequestError('User groups are deactivated by POST to their /deactivate.')
  }
  await ctx.db.transaction(async (tx) => {
    const group = await accessUserGroupTo(tx, requester, groupId, ['manage'])
    if (deactivated === false && group.deactivated_at) {
      await updateUserGroup(tx, group.realm_id, group.id, { deactivated_at: null })
      await recordChange(tx, group, { deactivated: true }, { deactivated: false })
      const active = await accessUserGroup(tx, requester, group.id)
      await publish(tx, group.realm_id, groupReactivatedEvents(active))
      group.deactivated_at = null
    }
    await describeGroup(tx, group, changes)
  })
}

/**
 * Changes name, description and settings of a group, and publishes the change. The caller has locked the accounts.
 * @throws BadRequestError for an invalid or taken name, and an invalid description
 */
export async function describeGroup(
  tx: Tx,
  group: UserGroupWithMembers,
  wanted: UserGroupChanges,
): Promise<void> {
  const name = wanted.name === undefined ? group.name : checkUserGroupName(wanted.name)
  const description =
    wanted.description === undefined
      ? group.description
      : checkUserGroupDescription(wanted.description)
  const present = groupPermissionsOf(group)
  const updates = wanted.permissions ?? {}
  const chosen = await checkUpdates(tx, group.realm_id, groupPermissions, { present, updates })
  const described = {
    ...(name === group.name ? {} : { name }),
    ...(description === group.description ? {} : { description }),
  }
  const changes = { ...described, ...chosen }
  if (Object.keys(changes).length === 0) return
  if (described.name !== undefined && (await isGroupNameTaken(tx, group.realm_id, name, group.id)))
    throw nameTaken(name)
  await updateUserGroup(tx, group.realm_id, group.id, {
    ...described,
    permissions: { ...group.permissions, ...chosen },
  })
  const changed = differences(
    { name: group.name, description: group.description, ...present },
    { name, description, ...present, ...chosen },
  )
  if (changed) await recordChange(tx, group, changed.before, changed.after)
  const event = userGroupUpdated(group.id, changes)
  await publish(tx, group.realm_id, [groupPublication(event, group)])
}

/**
 * Deletes a group permanently, unless settings name it, and removes it from the groups that contain it.
 * @throws InvalidUserGroupError, UserGroupPermissionError, UserGroupInUseError
 */
export async function removeUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const group = await accessUserGroupTo(tx, requester, groupId, ['manage'])
    await deleteGroup(tx, group)
  })
}

/**
 * {@link removeUserGroup} inside a transaction. The caller has locked the accounts.
 * @throws UserGroupInUseError
 */
export async function deleteGroup(tx: Tx, group: UserGroupWithMembers): Promise<void> {
  const uses = await listUsesInSettings(tx, group)
  if (uses.length > 0) throw new UserGroupInUseError(uses)
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
      groupPublication(subgroupsChanged('remove_subgroups', outer.id, [group.id]), outer),
    ),
    groupPublication(userGroupRemoved(group.id), group),
  ])
}

/**
 * Deactivates a group: it can no longer be mentioned; its name and members are kept.
 * @throws InvalidUserGroupError, UserGroupPermissionError, UserGroupInUseError
 * @throws BadRequestError for a deactivated group
 */
export async function deactivateUserGroup(
  ctx: Context,
  requester: Requester,
  groupId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const group = await accessActiveUserGroupTo(tx, requester, groupId, ['manage'])
    const uses = await listUses(tx, group)
    if (uses.length > 0) throw new UserGroupInUseError(uses)
    await updateUserGroup(tx, group.realm_id, group.id, { deactivated_at: tx.now })
    await recordChange(tx, group, { deactivated: false }, { deactivated: true })
    await publish(tx, group.realm_id, groupDeactivatedEvents(group.id))
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
