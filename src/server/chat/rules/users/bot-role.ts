import type { Queryable } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { findUserById } from '../../../data/users/users'
import { isAbove } from '../../../../shared/rules/roles'
import { BadRequestError } from '../errors'

/*
 * A bot never has more rights than its owner. The owner has the bot's key, so otherwise a demoted owner could
 * keep or regain rights through the bot. Source: docs/protocol/bots.md#bot-roles.
 */

type Holder = Pick<UserRow, 'role'>

/** Whether an account has more rights than another. */
export function holdsMore(account: Holder, other: Holder): boolean {
  return isAbove(account.role, other.role)
}

/**
 * Refuses a role for a bot above its owner's role.
 * @param account a bot or a person; the caller has locked the accounts
 * @throws BadRequestError
 */
export async function refuseRoleAboveOwner(
  db: Queryable,
  account: UserRow,
  role: Role,
): Promise<void> {
  if (account.bot_owner_id === null) return
  const owner = await findUserById(db, account.realm_id, account.bot_owner_id)
  if (owner && holdsMore({ role }, owner)) {
    throw new BadRequestError('Bots cannot have a higher role than their owner')
  }
}
