import type { Objection } from '../../../../shared/user-groups'
import { Type } from '@sinclair/typebox'
import type { DatedQueryable, Tx } from '../../../data/engine/database'
import { listActiveGroupIdsAmong, listUserGroups } from '../../../data/groups/groups'
import type { UserGroupWithMembers } from '../../../data/groups/groups'
import type { UserRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import { lockAccounts } from '../../../data/users/update-users'
import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { mayActOnGroup } from '../../../../shared/rules/group-rights'
import type { GroupAct } from '../../../../shared/rules/group-rights'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { groupPermissionsOf } from '../../rules/permissions/groups'
import type { GroupPermissionName } from '../../rules/permissions/groups'
import { isPermitted } from '../../rules/permissions/membership'
import { mayInRealm } from '../../rules/permissions/realm'
import { InvalidUserGroupError } from '../../rules/permissions/errors'
import { accessUsers, isActivePrincipal } from '../users/access-user'
import type { UserReference } from '../users/access-user'

export { InvalidUserGroupError }

export class UserGroupPermissionError extends fixedError({
  code: 'BAD_REQUEST',
  description:
    'The settings of the group do not let the requester do this; with one of the system nobody ' +
    'may do anything.',
  example: 'Insufficient permission',
}) {}

export class UserGroupInUseError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    description: 'Other groups contain this one, or settings name it.',
    fields: {
      objections: Type.Array(
        Type.Object({
          type: Type.String({ description: 'subgroup, realm, channel or user_group' }),
          supergroup_ids: Type.Optional(Type.Array(Type.Integer())),
          channel_id: Type.Optional(Type.Integer()),
          group_id: Type.Optional(Type.Integer()),
          settings: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    },
    example: 'Cannot deactivate user group in use.',
  }

  constructor(objections: readonly Objection[]) {
    super('Cannot deactivate user group in use.', {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      fields: { objections },
    })
  }
}

/** A group of the requester's realm, active or deactivated. @throws InvalidUserGroupError */
export async function accessUserGroup(
  db: DatedQueryable,
  requester: Requester,
  groupId: number,
): Promise<UserGroupWithMembers> {
  const [group] = await listUserGroups(db, requester.realm_id, [groupId])
  if (!group) throw new InvalidUserGroupError()
  return group
}

/**
 * Loads a group and checks that the requester may do all of `acts`. Locks the accounts, so that members and
 * accounts do not change until the transaction ends.
 *
 * @throws InvalidUserGroupError, UserGroupPermissionError
 * Source: docs/protocol/user-groups.md#group-rights.
 */
export async function accessUserGroupTo(
  tx: Tx,
  requester: Requester,
  groupId: number,
  acts: readonly GroupAct[],
): Promise<UserGroupWithMembers> {
  await lockAccounts(tx, requester.realm_id)
  const group = await accessUserGroup(tx, requester, groupId)
  if (!acts.every((act) => mayOnGroup(tx, requester, group, act)))
    throw new UserGroupPermissionError()
  return group
}

/** Whether the requester may do something with a group. Source: docs/protocol/user-groups.md#group-rights. */
export function mayOnGroup(
  at: Dated,
  requester: Requester,
  group: UserGroupWithMembers,
  act: GroupAct,
): boolean {
  const chosen = groupPermissionsOf(group)
  const user = {
    isSystemGroup: group.is_system_group,
    isManaged: group.managed_by !== null,
    managesAll: mayInRealm(at, requester, 'can_manage_all_groups'),
    isPermitted: (name: GroupPermissionName) => isPermitted(at, requester, name, chosen[name]),
  }
  return mayActOnGroup(user, act)
}

/** {@link accessUserGroupTo} for an active group. @throws also BadRequestError for a deactivated one */
export async function accessActiveUserGroupTo(
  tx: Tx,
  requester: Requester,
  groupId: number,
  acts: readonly GroupAct[],
): Promise<UserGroupWithMembers> {
  const group = await accessUserGroupTo(tx, requester, groupId, acts)
  if (group.deactivated_at) throw new BadRequestError('User group is deactivated.')
  return group
}

/**
 * The active accounts of references, each once.
 * @throws BadRequestError for the first unknown or deactivated account
 */
export async function accessMembers(
  tx: Tx,
  requester: Requester,
  references: readonly UserReference[],
): Promise<UserRow[]> {
  return accessUsers(tx, requester, references, (user, reference) => {
    if (isActivePrincipal(user)) return user
    const what = typeof reference === 'number' ? 'ID' : 'email'
    throw new BadRequestError(`Invalid user ${what}: ${reference}`)
  })
}

/** Checks that groups are active, and so may become subgroups. @throws InvalidUserGroupError */
export async function accessSubgroups(
  tx: Tx,
  requester: Requester,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return
  const active = new Set(await listActiveGroupIdsAmong(tx, requester.realm_id, groupIds))
  if (groupIds.some((id) => !active.has(id))) throw new InvalidUserGroupError()
}
