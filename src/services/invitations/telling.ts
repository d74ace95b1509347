import type { InvitationRow } from '../../db/schema'
import type { Publication } from '../../events/publish'
import { invitationsChanged } from '../../wire/invitations'

/**
 * Tells those who may see them that there are other invitations than before: administrators, and who made
 * these. Source: docs/protocol/sign-up.md#invites-changed.
 */
export function explainInvitations(
  invitations: readonly Pick<InvitationRow, 'invited_by'>[],
): Publication[] {
  if (invitations.length === 0) return []
  const userIds = [...new Set(invitations.map(({ invited_by }) => invited_by))]
  return [{ event: invitationsChanged(), audience: { userIds, administrators: true } }]
}
