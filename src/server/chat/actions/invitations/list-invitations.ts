import type { AppContext } from '../../../context'
import { listOpenInvitations } from '../../../data/users/invitations'
import type { InvitationRow } from '../../../data/schema'
import type { Requester } from '../../rules/authentication'
import { isAdministrator } from '../../../../shared/rules/roles'
import { refuseWithoutInvitationRight } from '../../access/invitations/rights'

/**
 * Open invitations of the requester; for administrators, all open invitations.
 * @throws GuestsNotAllowedError, UncodedError
 * Source: docs/protocol/sign-up.md#invites-listed.
 */
export async function listInvitations(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<InvitationRow[]> {
  refuseWithoutInvitationRight(requester)
  const inviterId = isAdministrator(requester) ? undefined : requester.id
  return listOpenInvitations(ctx.db.dated(), requester.realm_id, inviterId)
}
