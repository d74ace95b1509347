import type { AppContext } from '../../../context'
import { lockScheduled } from '../../../data/schedule/scheduled-messages'
import type { ScheduledMessage } from '../../../data/schedule/scheduled-messages'
import type { Tx } from '../../../data/engine/database'
import type { UserWithRealm } from '../../../data/users/users'

/* Shared by the delivery of scheduled messages and of reminders. */

export type DeliveryContext = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** Locks a scheduled row and answers whether it is unchanged since `due` was read, not sent and not failed. */
export async function isStillDue(tx: Tx, due: ScheduledMessage): Promise<boolean> {
  const author = { realmId: due.realm_id, userId: due.user_id }
  const current = await lockScheduled(tx, author, due.id)
  return current?.revision === due.revision && !current.sent_at && !current.failed_at
}

/** Whether an account or its organization is deactivated. */
export function isGone({ deactivated_at, realm_deactivated_at }: UserWithRealm): boolean {
  return deactivated_at !== null || realm_deactivated_at !== null
}
