import type { AppContext } from '../../../context'
import type { DatedQueryable } from '../../../data/engine/database'
import { listUserGroups } from '../../../data/groups/groups'
import { listAllMemberIds, listIdsInside } from '../../../data/groups/membership'
import type { UserGroupRecord } from '../../../../shared/user-groups'
import type { Requester } from '../../rules/authentication'
import { accessUser } from '../users/access-user'
import type { UserReference } from '../users/access-user'
import { accessUserGroup } from './access-group'
import { recordOf } from '../../rules/user-groups/record'

type Context = Pick<AppContext, 'db'>

/** Groups of a realm, system groups first. Source: docs/protocol/register.md#groups. */
export async function listUserGroupRecords(
  db: DatedQueryable,
  realmId: number,
  { includeDeactivated }: { includeDeactivated: boolean },
): Promise<UserGroupRecord[]> {
  const groups = await listUserGroups(db, realmId)
  return groups.filter((group) => includeDeactivated || !group.deactivated_at).map(recordOf)
}

/**
 * Ids of the active accounts in a group.
 * @param directOnly excludes members of subgroups
 * @throws InvalidUserGroupError
 */
export async function listMemberIds(
  ctx: Context,
  requester: Requester,
  groupId: number,
  { directOnly }: { directOnly: boolean },
): Promise<number[]> {
  const db = ctx.db.dated()
  const group = await accessUserGroup(db, requester, groupId)
  if (directOnly) return group.member_ids
  return listAllMemberIds(db, requester.realm_id, group.id)
}

interface MembershipQuery {
  groupId: number
  user: UserReference
  directOnly: boolean
}

/**
 * Whether an account is in a group; deactivated accounts are in no group.
 * @throws InvalidUserGroupError, NoSuchUserError
 */
export async function isMember(
  ctx: Context,
  requester: Requester,
  { groupId, user, directOnly }: MembershipQuery,
): Promise<boolean> {
  const memberIds = await listMemberIds(ctx, requester, groupId, { directOnly })
  const { id } = await accessUser(ctx.db.query, requester, user)
  return memberIds.includes(id)
}

/**
 * Ids of the groups inside a group.
 * @param directOnly excludes groups inside subgroups
 * @throws InvalidUserGroupError
 */
export async function listSubgroupIds(
  ctx: Context,
  requester: Requester,
  groupId: number,
  { directOnly }: { directOnly: boolean },
): Promise<number[]> {
  const group = await accessUserGroup(ctx.db.dated(), requester, groupId)
  if (directOnly) return group.subgroup_ids
  const inside = await listIdsInside(ctx.db.query, requester.realm_id, [group.id])
  return inside.filter((id) => id !== group.id)
}
