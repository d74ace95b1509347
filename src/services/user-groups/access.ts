import { Type } from '@sinclair/typebox'
import type { Queryable, Tx } from '../../db/engine/database'
import { listActiveGroupIdsAmong, listUserGroups } from '../../db/groups/groups'
import type { UserGroupWithMembers } from '../../db/groups/groups'
import type { UserRow } from '../../db/schema'
import { lockAccounts } from '../../db/users/update-users'
import { ApiError, fixedError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { isAdministrator, refuseGuests } from '../permissions'
import { accessUsers, isActivePrincipal } from '../users/access'
import type { UserReference } from '../users/access'

export class InvalidUserGroupError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'There is no such user group.',
  example: 'Invalid user group',
}) {}

export class UserGroupPermissionError extends fixedError({
  code: 'BAD_REQUEST',
  description:
    'Only administrators, its creator and its members may change a group, and nobody one of ' +
    'the system.',
  example: 'Insufficient permission',
}) {}

export class UserGroupInUseError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    description: 'Other groups contain this one.',
    fields: {
      objections: Type.Array(
        Type.Object({ type: Type.String(), supergroup_ids: Type.Array(Type.Integer()) }),
      ),
    },
    example: 'Cannot deactivate user group in use.',
  }

  constructor(supergroupIds: readonly number[]) {
    super('Cannot deactivate user group in use.', {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      fields: { objections: [{ type: 'subgroup', supergroup_ids: supergroupIds }] },
    })
  }
}

/** A group of the requester's realm, also a deactivated one. @throws InvalidUserGroupError */
export async function accessUserGroup(
  db: Queryable,
  now: Date,
  requester: Requester,
  groupId: number,
): Promise<UserGroupWithMembers> {
  const [group] = await listUserGroups(db, now, requester.realm_id, [groupId])
  if (!group) throw new InvalidUserGroupError()
  return group
}

/**
 * A group that the requester, who is no guest, may change: an administrator, its creator or a
 * direct member of it. Its members and their accounts stay as they are until the transaction ends.
 *
 * @throws GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError
 */
export async function accessUserGroupToChange(
  tx: Tx,
  now: Date,
  requester: Requester,
  groupId: number,
): Promise<UserGroupWithMembers> {
  refuseGuests(requester)
  await lockAccounts(tx, requester.realm_id)
  const group = await accessUserGroup(tx, now, requester, groupId)
  if (group.is_system_group || !mayManage(requester, group)) throw new UserGroupPermissionError()
  return group
}

function mayManage(requester: Requester, group: UserGroupWithMembers): boolean {
  return (
    isAdministrator(requester) ||
    group.creator_id === requester.id ||
    group.member_ids.includes(requester.id)
  )
}

/** {@link accessUserGroupToChange} for an active group. */
export async function accessActiveUserGroupToChange(
  tx: Tx,
  now: Date,
  requester: Requester,
  groupId: number,
): Promise<UserGroupWithMembers> {
  const group = await accessUserGroupToChange(tx, now, requester, groupId)
  if (group.deactivated_at) throw new BadRequestError('User group is deactivated.')
  return group
}

/**
 * The active accounts that a request names, each once.
 * @throws BadRequestError for the first that is none
 */
export async function accessMembers(
  tx: Tx,
  requester: Requester,
  references: readonly UserReference[],
): Promise<UserRow[]> {
  return accessUsers(tx, requester.realm_id, references, (user, reference) => {
    if (isActivePrincipal(user)) return user
    const what = typeof reference === 'number' ? 'ID' : 'email'
    throw new BadRequestError(`Invalid user ${what}: ${reference}`)
  })
}

/** Active groups that may become part of another one. @throws InvalidUserGroupError */
export async function accessSubgroups(
  tx: Tx,
  requester: Requester,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return
  const active = new Set(await listActiveGroupIdsAmong(tx, requester.realm_id, groupIds))
  if (groupIds.some((id) => !active.has(id))) throw new InvalidUserGroupError()
}
