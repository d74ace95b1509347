import type { AppContext } from '../../../context'
import { lockUser, updateUser } from '../../../data/users/update-users'
import { isInHistory } from '../../../data/access/readable-messages'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { publishToUser } from '../../notify/publications'

/**
 * Moves the requester's pointer forward and notifies their other clients. A move backward has no effect: the
 * furthest of several clients counts.
 *
 * @throws BadRequestError for a message that is not in the requester's history
 * Source: docs/protocol/users.md#pointer.
 */
export async function movePointer(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  pointer: number,
): Promise<void> {
  const { realm_id, id } = requester
  await ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, realm_id, id)
    if (!user || pointer <= user.pointer) return
    if (!(await isInHistory(tx, requester, pointer))) {
      throw new BadRequestError('Invalid message ID')
    }
    await updateUser(tx, user, { pointer })
    await publishToUser(tx, requester, { type: 'pointer', pointer })
  })
}
