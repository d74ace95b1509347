import type { AppContext } from '../../context'
import type { Tx } from '../../db/database'
import { listDefaultStreams } from '../../db/realms'
import { roles } from '../../db/schema'
import type { Role, UserRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { sendPrivatelyAs } from '../messages/system-messages'
import { isGuest, requireAdministrator } from '../permissions'
import { greetingOfNewcomer } from '../realms/welcome'
import { subscribeUsers } from '../subscriptions/subscribe'
import { requireOwnerFor } from './access'
import { addAccount, prepareAccount } from './account'
import type { NewAccount } from './account'

/** What an administrator says of a new account; a member unless a role is given. */
export type NewUser = Omit<NewAccount, 'role'> & { role?: Role | undefined }

/**
 * Creates a person's account, subscribes it to the default streams unless it is a guest's, and
 * has Welcome Bot greet it.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError
 * @throws BadRequestError or UncodedError for what is wrong with the account
 * Source: protocol notes 3.6, 10.
 */
export async function createUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  { role = roles.member, ...details }: NewUser,
): Promise<UserRow> {
  requireAdministrator(requester)
  requireOwnerFor(requester, role)
  const account = await prepareAccount({ ...details, role })
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const user = await addAccount(tx, now, requester.realm_id, account)
    if (!isGuest(user)) await subscribeToDefaultStreams(tx, now, user)
    await sendPrivatelyAs(tx, now, 'welcome', user.realm_id, {
      recipientIds: [user.id],
      content: greetingOfNewcomer(requester.realm_name),
    })
    return user
  })
}

async function subscribeToDefaultStreams(tx: Tx, now: Date, user: UserRow): Promise<void> {
  const streams = await listDefaultStreams(tx, user.realm_id)
  await subscribeUsers(tx, now, user.realm_id, { users: [user], streams })
}
