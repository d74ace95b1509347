import { call } from '../../../data/api/call'
import type { ArgumentsOf } from '../../../../shared/calls'
import { RefusedError } from '../../../data/api/errors'
import * as t from '../../../texts/catalog'
import { FieldRefusal } from '../../../ui/form/form'
import type { InviteOutcome, RefusedAddress, SentInvitation } from './outcome'

/**
 * Invites people by their addresses.
 *
 * @throws FieldRefusal at `invitee_emails` if no invitation was sent, with the reason for each address
 */
export async function inviteByMail(
  wanted: ArgumentsOf<'POST /invites'>,
): Promise<InviteOutcome & { kind: 'sent' }> {
  if (wanted.invitee_emails.trim() === '') {
    throw new FieldRefusal('invitee_emails', t.invite.needsAddress)
  }
  try {
    const { invitations } = await call('POST /invites', wanted)
    return { kind: 'sent', sent: invitations ?? [], refused: [], message: undefined }
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'INVITATION_FAILED') throw error
    const refused = (error.body['errors'] ?? []) as RefusedAddress[]
    const sent = (error.body['invitations'] ?? []) as SentInvitation[]
    // If no invitation was sent, the addresses stay in the form for correction.
    if (error.body['sent_invitations'] !== true) {
      const lines = refused.map(([address, text]) => t.invite.refusedAddress(address, text))
      throw new FieldRefusal('invitee_emails', [error.message, ...lines].join('\n'))
    }
    return { kind: 'sent', sent, refused, message: error.message }
  }
}
