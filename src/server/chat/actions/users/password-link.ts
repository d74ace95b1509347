import type { AppContext } from '../../../context'
import { addressOf } from '../../../wire/addresses'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { enqueueRequest } from '../../notify/mail/enqueue'
import { requireAdministrator } from '../../rules/permissions/roles'
import { accessUserToChange } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { issueConfirmation } from '../../rules/confirmations'
import { requirePasswords } from './forgotten-password'
import { resetPath } from './password-reset-mail'

/**
 * Lets a user choose a new password: the link goes by mail, or to the administrator if the server sends no
 * mail. The link gives access to the account, so administrators see it only in the second case.
 *
 * @param origin the organization's address as the administrator's client sees it
 * @returns the link, if the server sends no mail
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError for bots and deactivated users
 * Source: docs/protocol/mail.md#reset-by-administrator.
 */
export async function makePasswordLink(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  requester: Requester,
  reference: UserReference,
  origin: string,
): Promise<string | undefined> {
  requireAdministrator(requester)
  requirePasswords(requester.realm_settings)
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    if (user.is_bot) throw new BadRequestError('Bots have no password.')
    if (user.deactivated_at) throw new BadRequestError('User is deactivated')
    const isMailed = await enqueueRequest(ctx, tx, {
      ...{ realmId, to: addressOf(user), request: 'request:password_reset' as const },
    })
    await recordActs(tx, realmId, [
      {
        act: 'password_link_made',
        affected: { type: 'user', id: user.id },
        after: { is_mailed: isMailed },
      },
    ])
    if (isMailed) return undefined
    const { token } = await issueConfirmation(tx, {
      ...{ realmId, kind: 'password_reset', userId: user.id },
    })
    return `${origin}${resetPath}${token}`
  })
}
