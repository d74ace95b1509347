import type { InvitationRow } from '../../../data/schema'
import type { Publication } from '../../../events/publish'
import { invitationsChanged } from '../../../wire/invitations'

/**
 * The event for a changed list of invitations, for administrators and the inviters.
 * Source: docs/protocol/sign-up.md#invites-changed.
 */
export function invitationsChangedEvents(
  invitations: readonly Pick<InvitationRow, 'invited_by'>[],
): Publication[] {
  if (invitations.length === 0) return []
  const userIds = [...new Set(invitations.map(({ invited_by }) => invited_by))]
  return [{ event: invitationsChanged(), audience: { userIds, administrators: true } }]
}
