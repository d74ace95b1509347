import type { AppContext } from '../../context'
import { findUserStatus } from '../../db/user-statuses'
import { presentUserStatus } from '../../wire/user-status'
import type { UserStatusRecord } from '../../wire/user-status'
import type { Requester } from '../authentication'
import { accessUser } from '../users/access'
import type { UserReference } from '../users/access'

/** What somebody says of themselves; empty when they say nothing. @throws NoSuchUserError */
export async function getStatus(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<UserStatusRecord> {
  const user = await accessUser(ctx.db.query, requester, reference)
  const status = await findUserStatus(ctx.db.query, user.realm_id, user.id)
  return status ? presentUserStatus(status) : {}
}
