import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { recheckPushesOf } from '../../../data/notifications/push-messages'
import { markRead } from '../../../data/read-state/mark-messages'
import { listUnreadOfSender } from '../../../data/read-state/muting'
import { lockUsers } from '../../../data/users/update-users'
import { deleteMutedUser, insertMutedUser, listMutedUsers } from '../../../data/users/muted-users'
import { mutedUsersChanged } from '../../../wire/mutes'
import { flagAdded } from '../../../wire/read-state'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { publishToUser } from '../../notify/publications'
import { accessUser } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'

/**
 * Mutes a user for the requester and notifies the requester's clients. Messages of muted users count as read
 * for the requester.
 *
 * @throws NoSuchUserError, BadRequestError for the requester's own account, or a user already muted
 * Source: docs/protocol/settings.md#muted-users.
 */
export async function muteUser(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { id } = await accessUser(tx, requester, reference)
    await lockUsers(tx, requester.realm_id, [requester.id, id])
    if (id === requester.id) throw new BadRequestError('Cannot mute self')
    const mute = { muted_user_id: id, muted_at: tx.now }
    if (!(await insertMutedUser(tx, requester.realm_id, requester.id, mute))) {
      throw new BadRequestError('User already muted')
    }
    await publishMutedUsers(tx, requester)
    await markMutedAsRead(tx, requester, id)
  })
}

/** @throws NoSuchUserError, BadRequestError if the user is not muted */
export async function unmuteUser(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { id } = await accessUser(tx, requester, reference)
    await lockUsers(tx, requester.realm_id, [requester.id, id])
    if (!(await deleteMutedUser(tx, requester.realm_id, requester.id, id))) {
      throw new BadRequestError('User is not muted')
    }
    await publishMutedUsers(tx, requester)
  })
}

/** Marks the muted user's past messages as read. New messages count as read on arrival. */
async function markMutedAsRead(tx: Tx, requester: Requester, mutedId: number): Promise<void> {
  const unread = await listUnreadOfSender(tx, requester, mutedId)
  const { changedIds } = await markRead(tx, requester, unread)
  if (changedIds.length === 0) return
  await recheckPushesOf(tx, requester)
  await publishToUser(tx, requester, flagAdded('read', changedIds))
}

/**
 * The caller has locked the account: otherwise two simultaneous changes would each publish a list without the
 * other change.
 */
async function publishMutedUsers(tx: Tx, requester: Requester): Promise<void> {
  const muted = await listMutedUsers(tx, requester.realm_id, requester.id)
  await publishToUser(tx, requester, mutedUsersChanged(muted))
}
