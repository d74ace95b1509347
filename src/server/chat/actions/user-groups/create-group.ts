import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  insertGroupMembers,
  insertSubgroups,
  insertUserGroup,
  listUserGroups,
} from '../../../data/groups/groups'
import type { UserGroupWithMembers } from '../../../data/groups/groups'
import type { StoredSettings } from '../../../data/schema'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { userGroupAdded } from '../../../wire/user-groups'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, InsufficientPermissionError } from '../../rules/errors'
import { countCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../rules/limits'
import { composed, hidesCharacters, visibly } from '../../../lib/characters'
import { asRealmUser, refuseGuests } from '../../rules/permissions/roles'
import { checkChosen } from '../../rules/permissions/choose'
import type { ChosenValues } from '../../rules/permissions/choose'
import { groupPermissions } from '../../rules/permissions/groups'
import type { GroupPermissionName } from '../../rules/permissions/groups'
import { mayCreateGroups } from '../../../../shared/rules/realm-rights'
import type { UserReference } from '../../access/users/access-user'
import { accessMembers, accessSubgroups } from '../../access/user-groups/access-group'
import { sendMembershipNotices } from './notices'
import { recordOf } from '../../rules/user-groups/record'
import { groupPublication } from '../../notify/user-groups/group-events'

export interface NewUserGroup {
  name: string
  description: string
  members: readonly UserReference[]
  subgroupIds: readonly number[]
  permissions?: ChosenValues<GroupPermissionName>
}

/**
 * Creates a group and answers its id.
 *
 * @throws GuestsNotAllowedError, InsufficientPermissionError
 * @throws ApiError of rules/permissions/errors.ts for invalid settings
 * @throws BadRequestError for an invalid or taken name, and for invalid members
 * @throws InvalidUserGroupError for unknown or deactivated subgroups
 */
export async function createUserGroup(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  wanted: NewUserGroup,
): Promise<number> {
  refuseGuests(requester)
  if (!mayCreateGroups(asRealmUser(ctx.db.dated(), requester)))
    throw new InsufficientPermissionError()
  const name = checkUserGroupName(wanted.name)
  const description = checkUserGroupDescription(wanted.description)
  const realmId = requester.realm_id
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const members = await accessMembers(tx, requester, wanted.members)
    await accessSubgroups(tx, requester, wanted.subgroupIds)
    const chosen = wanted.permissions ?? {}
    const permissions = await checkChosen(tx, realmId, groupPermissions, chosen)
    const group = await storeGroup(tx, realmId, {
      ...{ name, description, permissions, creatorId: requester.id },
      memberIds: members.map((member) => member.id),
      subgroupIds: wanted.subgroupIds,
    })
    await sendMembershipNotices(ctx, tx, requester, { group, joining: members, leaving: [] })
    return group.id
  })
}

/** A checked group, ready to store. */
interface CheckedGroup {
  name: string
  description: string
  /** Null: no person created it. */
  creatorId: number | null
  memberIds: readonly number[]
  subgroupIds: readonly number[]
  permissions: StoredSettings
}

/**
 * Stores a group, and publishes it. The caller has locked the accounts.
 * @throws BadRequestError for a taken name
 */
export async function storeGroup(
  tx: Tx,
  realmId: number,
  { name, description, creatorId, memberIds, subgroupIds, permissions }: CheckedGroup,
): Promise<UserGroupWithMembers> {
  const created = await insertUserGroup(tx, {
    realm_id: realmId,
    name,
    description,
    creator_id: creatorId,
    permissions,
    created_at: tx.now,
  })
  if (!created) throw nameTaken(name)
  await insertGroupMembers(tx, realmId, created.id, memberIds)
  await insertSubgroups(tx, realmId, created.id, subgroupIds)
  await recordActs(tx, realmId, [
    {
      act: 'group_created',
      affected: { type: 'user_group', id: created.id },
      after: {
        ...{ name, description, members: memberIds, subgroups: subgroupIds },
        ...permissions,
      },
    },
  ])
  const [group] = await listUserGroups(tx, realmId, [created.id])
  if (!group) throw new Error(`The group ${created.id} is gone`)
  await publish(tx, realmId, [groupPublication(userGroupAdded(recordOf(group)), group)])
  return group
}

/** Characters that would end a mention of the group. */
const forbiddenCharacters = /[*`>"]/
/** Prefixes that clients use in mentions, and that of system group names. */
const forbiddenPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** A group name, trimmed as it is stored. @throws BadRequestError */
export function checkUserGroupName(name: string): string {
  const trimmed = visibly(composed(name))
  if (trimmed === '') throw new BadRequestError("User group name can't be empty!")
  if (countCharacters(trimmed) > sizeLimits.userGroupNameCharacters) {
    throw new BadRequestError(
      `User group name cannot exceed ${sizeLimits.userGroupNameCharacters} characters.`,
    )
  }
  const prefix = forbiddenPrefixes.find((start) => trimmed.toLowerCase().startsWith(start))
  if (prefix !== undefined) {
    throw new BadRequestError(`User group name cannot start with '${prefix}'.`)
  }
  if (forbiddenCharacters.test(trimmed) || hidesCharacters(trimmed)) {
    throw new BadRequestError('Invalid characters in user group name!')
  }
  return trimmed
}

/** @throws BadRequestError */
export function checkUserGroupDescription(description: string): string {
  if (countCharacters(description) > sizeLimits.userGroupDescriptionCharacters) {
    throw new BadRequestError(
      `User group description is too long (limit: ${sizeLimits.userGroupDescriptionCharacters})`,
    )
  }
  return visibly(description)
}

export function nameTaken(name: string): BadRequestError {
  return new BadRequestError(`User group '${name}' already exists.`)
}
