import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { lockUser } from '../../db/users/update-users'
import { deleteMutedUser, insertMutedUser, listMutedUsers } from '../../db/users/muted-users'
import { mutedUsersChanged } from '../../wire/mutes'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { publishToUser } from '../publications'
import { accessUser } from '../users/access'
import type { UserReference } from '../users/access'

/**
 * Mutes somebody for the requester, and tells the requester's clients.
 *
 * @throws NoSuchUserError, BadRequestError for oneself or somebody who is muted already
 * Source: docs/protocol/settings.md#muted-users.
 */
export async function muteUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const { id } = await accessUser(tx, requester, reference)
    if (id === requester.id) throw new BadRequestError('Cannot mute self')
    const mute = { muted_user_id: id, muted_at: ctx.clock.now() }
    if (!(await insertMutedUser(tx, requester.realm_id, requester.id, mute))) {
      throw new BadRequestError('User already muted')
    }
    await publishMutedUsers(tx, requester)
  })
}

/** @throws NoSuchUserError, BadRequestError for somebody who is not muted */
export async function unmuteUser(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const { id } = await accessUser(tx, requester, reference)
    if (!(await deleteMutedUser(tx, requester.realm_id, requester.id, id))) {
      throw new BadRequestError('User is not muted')
    }
    await publishMutedUsers(tx, requester)
  })
}

/** The caller has locked the account: two changes at a time would each tell of a list that lacks the other. */
async function publishMutedUsers(tx: Tx, requester: Requester): Promise<void> {
  const muted = await listMutedUsers(tx, requester.realm_id, requester.id)
  await publishToUser(tx, requester, mutedUsersChanged(muted))
}
