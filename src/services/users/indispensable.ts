import { listAdministrators } from '../../db/accounts'
import type { Tx } from '../../db/database'
import { roles } from '../../db/schema'
import type { Role, UserRow } from '../../db/schema'
import { isAdministrator } from '../permissions'

/** What a realm must never be without, as refusals call it. */
export type Indispensable = 'organization administrator' | 'organization owner'

/**
 * What the realm would lose if this account were given another role, or were deactivated: its
 * only administrator or its only owner. The caller holds the lock of the realm's accounts, so
 * that two of them cannot remove each other at the same time.
 *
 * @param nextRole absent: the account is to be deactivated
 */
export async function findLoss(
  tx: Tx,
  user: UserRow,
  nextRole?: Role,
): Promise<Indispensable | undefined> {
  // Bots and deactivated accounts keep no realm going.
  if (user.is_bot || user.deactivated_at || !isAdministrator(user)) return undefined
  const administrators = await listAdministrators(tx, user.realm_id)
  const others = administrators.filter((administrator) => administrator.id !== user.id)

  const staysAdministrator = nextRole !== undefined && isAdministrator({ role: nextRole })
  if (!staysAdministrator && others.length === 0) return 'organization administrator'
  const ceasesToOwn = user.role === roles.owner && nextRole !== roles.owner
  if (ceasesToOwn && !others.some((other) => other.role === roles.owner)) {
    return 'organization owner'
  }
  return undefined
}
