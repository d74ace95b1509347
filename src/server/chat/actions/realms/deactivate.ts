import type { AppContext } from '../../../context'
import { getRealm, updateRealm } from '../../../data/realms/realms'
import type { RealmRow } from '../../../data/schema'
import { deleteSessions } from '../../../data/users/sessions'
import { listActiveUserIds, lockAccounts } from '../../../data/users/update-users'
import { publish, publishQueueRemoval } from '../../../events/publish'
import { realmDeactivated } from '../../../wire/realm-events'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { requireOwner } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'

/**
 * Deactivates an organization: ends its sessions and queues and refuses every later call. Its data is
 * kept.
 *
 * @throws OwnerRequiredError
 * Source: docs/protocol/retention-and-export.md#realm-deactivation.
 */
export async function deactivateRealm(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<void> {
  requireOwner(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    if ((await getRealm(tx, realmId)).deactivated_at) return
    await updateRealm(tx, realmId, { deactivated_at: tx.now })
    await deleteSessions(tx, realmId, {})
    await recordActs(tx, realmId, [{ act: 'realm_deactivated' }])
    await publish(tx, realmId, [forEverybody(realmDeactivated(realmId))])
    await publishQueueRemoval(tx, realmId, await listActiveUserIds(tx, realmId))
  })
}

/**
 * Reactivates an organization. Only the operator can do so, because its own users can make no calls.
 * @throws BadRequestError for an active organization
 */
export async function reactivateRealm(
  ctx: Pick<AppContext, 'db'>,
  realm: Pick<RealmRow, 'id' | 'name'>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    if (!(await getRealm(tx, realm.id)).deactivated_at) {
      throw new BadRequestError(`The organization '${realm.name}' is active.`)
    }
    await updateRealm(tx, realm.id, { deactivated_at: null })
    await recordActs(tx, realm.id, [{ act: 'realm_reactivated' }])
  })
}
