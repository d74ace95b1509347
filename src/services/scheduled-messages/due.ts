import type { AppContext } from '../../context'
import { lockScheduled } from '../../db/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../db/schedule/scheduled-messages'
import type { Tx } from '../../db/engine/database'
import type { UserWithRealm } from '../../db/users/users'

/* What both kinds have in common when their time has come. */

export type DeliveryContext = Pick<AppContext, 'clock' | 'db' | 'memory' | 'renderer'>

/** Whether something is as it was read, and stays so until the transaction ends. */
export async function isStillDue(tx: Tx, due: ScheduledMessage): Promise<boolean> {
  const author = { realmId: due.realm_id, userId: due.user_id }
  const current = await lockScheduled(tx, author, due.id)
  return current?.revision === due.revision && !current.sent_at && !current.failed_at
}

/** Whether an account has ended, or its organisation has. */
export function isGone({ deactivated_at, realm_deactivated_at }: UserWithRealm): boolean {
  return deactivated_at !== null || realm_deactivated_at !== null
}
