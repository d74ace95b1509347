import type { AppContext } from '../../context'
import { lockAccounts } from '../../db/accounts'
import { insertGroupMembers, insertSubgroups, insertUserGroup } from '../../db/user-groups'
import { publish } from '../../events/publish'
import { userGroupAdded } from '../../wire/user-group-events'
import type { Requester } from '../authentication'
import { refuseGuests } from '../permissions'
import type { UserReference } from '../users/access'
import { accessMembers, accessSubgroups, accessUserGroup } from './access'
import { checkUserGroupDescription, checkUserGroupName, nameTaken } from './names'
import { toldOfGroup } from './telling'

export interface NewUserGroup {
  name: string
  description: string
  members: readonly UserReference[]
  subgroupIds: readonly number[]
}

/**
 * Creates a group and answers its id.
 *
 * @throws GuestsNotAllowedError
 * @throws BadRequestError for a name that cannot be had, and for members who are none
 * @throws InvalidUserGroupError for subgroups that do not exist
 */
export async function createUserGroup(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  wanted: NewUserGroup,
): Promise<number> {
  refuseGuests(requester)
  const name = checkUserGroupName(wanted.name)
  const description = checkUserGroupDescription(wanted.description)
  const now = ctx.clock.now()
  const realmId = requester.realm_id
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const members = await accessMembers(tx, requester, wanted.members)
    await accessSubgroups(tx, requester, wanted.subgroupIds)
    const created = await insertUserGroup(tx, {
      realm_id: realmId,
      name,
      description,
      creator_id: requester.id,
      created_at: now,
    })
    if (!created) throw nameTaken(name)
    const memberIds = members.map((member) => member.id)
    await insertGroupMembers(tx, realmId, created.id, memberIds)
    await insertSubgroups(tx, realmId, created.id, wanted.subgroupIds)
    const group = await accessUserGroup(tx, now, requester, created.id)
    await publish(tx, realmId, [toldOfGroup(userGroupAdded(group), group)])
    return group.id
  })
}
