import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  lockInvitation,
  revokeInvitationsBy,
  updateInvitation,
} from '../../../data/users/invitations'
import type { InvitationRow, UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import { forUser } from '../../notify/publications'
import { invitationsChanged } from '../../../wire/invitations'
import { NoSuchInvitationError } from '../../rules/invitations/errors'
import {
  checkMayChange,
  mostInvitedAs,
  refuseWithoutInvitationRight,
} from '../../access/invitations/rights'
import type { InvitationWay } from '../../../../shared/rules/realm-rights'
import { invitationsChangedEvents } from '../../notify/invitations/invitation-events'

/**
 * Locks an invitation that the requester may change.
 * @param way expected kind; an id of the other kind is refused
 * @throws NoSuchInvitationError, OwnerRequiredError; BadRequestError if it is already revoked
 */
export async function accessInvitationToChange(
  tx: Tx,
  requester: Requester,
  id: number,
  way: InvitationWay,
): Promise<InvitationRow> {
  refuseWithoutInvitationRight(requester)
  const invitation = await lockInvitation(tx, requester.realm_id, id)
  const isOfWay = invitation && (invitation.email === null) === (way === 'link')
  if (!isOfWay) throw new NoSuchInvitationError()
  checkMayChange(requester, invitation)
  if (invitation.revoked_at) throw new BadRequestError('Invitation has already been revoked')
  const hasRunOut = invitation.expires_at !== null && invitation.expires_at <= tx.now
  if (invitation.used_at || hasRunOut) throw new NoSuchInvitationError()
  return invitation
}

/**
 * Revokes an invitation, which cannot be used afterwards.
 * @throws NoSuchInvitationError, OwnerRequiredError, GuestsNotAllowedError, BadRequestError
 * Source: docs/protocol/sign-up.md#delete-invites.
 */
export async function revokeInvitation(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  id: number,
  way: InvitationWay,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const invitation = await accessInvitationToChange(tx, requester, id, way)
    await updateInvitation(tx, requester.realm_id, id, { revoked_at: tx.now })
    await recordActs(tx, requester.realm_id, [{ act: 'invitation_revoked', before: { id } }])
    await publish(tx, requester.realm_id, invitationsChangedEvents([invitation]))
  })
}

/**
 * Revokes the open invitations of deactivated accounts; answers the events for that.
 * Source: docs/protocol/sign-up.md#revoked-with-inviter.
 */
export async function revokeInvitationsOfAccounts(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return invitationsChangedEvents(await revokeInvitationsBy(tx, realmId, userIds))
}

/**
 * After a change of role: revokes the user's open invitations that the new role could not create. Answers the
 * events for that, and for users who now see other invitations.
 * Source: docs/protocol/sign-up.md#revoked-with-inviter.
 */
export async function revokeDisallowedInvitations(
  tx: Tx,
  user: Pick<UserRow, 'realm_id' | 'id' | 'role'>,
  role: Role,
): Promise<Publication[]> {
  const most = isGuest({ role }) ? undefined : mostInvitedAs(role)
  const revoked = await revokeInvitationsBy(tx, user.realm_id, [user.id], most)
  const seesOthers = isAdministrator(user) !== isAdministrator({ role })
  return [
    ...invitationsChangedEvents(revoked),
    ...(seesOthers ? [forUser(user.id, invitationsChanged())] : []),
  ]
}
