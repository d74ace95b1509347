import type { AppContext } from '../../../context'
import { findUserById } from '../../../data/users/users'
import type { Requester } from '../../rules/authentication'
import { NoSuchInvitationError } from '../../rules/invitations/errors'
import { accessInvitationToChange } from './revoke'
import { countSent, sendInvitation } from './send'
import type { SentInvitation } from './send'

/**
 * Sends an invitation again, in the name of its inviter.
 * @param origin the organization's address as the requester's client sees it
 * @throws NoSuchInvitationError, OwnerRequiredError, GuestsNotAllowedError, BadRequestError
 * @throws InvitationFailedError if the daily limit is reached; RateLimitedError if the address was sent many mails
 * Source: docs/protocol/sign-up.md#resend-invite.
 */
export async function resendInvitation(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  requester: Requester,
  id: number,
  origin: string,
): Promise<SentInvitation> {
  return ctx.db.transaction(async (tx) => {
    const invitation = await accessInvitationToChange(tx, requester, id, 'address')
    const inviter = await findUserById(tx, requester.realm_id, invitation.invited_by)
    if (!inviter) throw new NoSuchInvitationError()
    await countSent(ctx, tx, requester.realm_id, [invitation.email ?? ''])
    return sendInvitation(ctx, tx, inviter, invitation, { origin })
  })
}
