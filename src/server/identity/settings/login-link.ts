import type { AppContext } from '../../context'
import { issueConfirmation } from '../../chat/rules/confirmations'
import { BadRequestError } from '../../chat/rules/errors'
import type { Requester } from '../../chat/rules/authentication'
import { requireAdministrator } from '../../chat/rules/permissions/roles'
import { recordActs } from '../../chat/notify/audit-log'
import { realmUrl } from '../../chat/notify/mail/enqueue'
import { accessUserToChange } from '../../chat/access/users/access-user'
import type { UserReference } from '../../chat/access/users/access-user'

/** Time that a login link works. */
const lifeSeconds = 600

/**
 * Makes a link that logs a person in once, for operators: the way back in when a provider is down.
 *
 * @returns the address of the link
 * @throws NoSuchUserError; BadRequestError for bots and deactivated users
 * Source: docs/protocol/single-sign-on.md#login-link.
 */
export async function makeLoginLink(
  ctx: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<{ link: string; email: string; userId: number }> {
  requireAdministrator(requester)
  const { realm_id: realmId, realm_string_id: subdomain } = requester
  return ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    if (user.is_bot) throw new BadRequestError('Bots do not log in.')
    if (user.deactivated_at) throw new BadRequestError('User is deactivated')
    const { token } = await issueConfirmation(tx, {
      ...{ realmId, kind: 'app_login', userId: user.id, lifeSeconds },
    })
    await recordActs(tx, realmId, [
      { act: 'login_link_made', affected: { type: 'user', id: user.id } },
    ])
    const link = `${realmUrl(ctx.config, subdomain)}/accounts/login/subdomain/${token}`
    return { link, email: user.email, userId: user.id }
  })
}
