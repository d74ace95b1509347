import type { AppContext } from '../../context'
import { listOpenInvitations } from '../../db/users/invitations'
import type { InvitationRow } from '../../db/schema'
import type { Requester } from '../authentication'
import { isAdministrator } from '../permissions'
import { refuseStrangersToInvitations } from './rights'

/**
 * Open invitations of the requester; for administrators, all open invitations.
 * @throws GuestsNotAllowedError, UncodedError
 * Source: docs/protocol/sign-up.md#invites-listed.
 */
export async function listInvitations(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
): Promise<InvitationRow[]> {
  refuseStrangersToInvitations(requester)
  const inviterId = isAdministrator(requester) ? undefined : requester.id
  return listOpenInvitations(ctx.db.query, ctx.clock.now(), requester.realm_id, inviterId)
}
