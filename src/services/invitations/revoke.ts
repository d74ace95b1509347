import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { lockInvitation, revokeInvitationsBy, updateInvitation } from '../../db/users/invitations'
import type { InvitationRow, Role, UserRow } from '../../db/schema'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'
import { forUser } from '../publications'
import { invitationsChanged } from '../../wire/invitations'
import { NoSuchInvitationError } from './errors'
import { checkMayChange, mostInvitedAs, refuseStrangersToInvitations } from './rights'
import type { Way } from './rights'
import { explainInvitations } from './telling'

/**
 * An invitation that the requester may change, locked.
 * @param way of the two that ids are told apart by
 * @throws NoSuchInvitationError, OwnerRequiredError; BadRequestError where it is revoked already
 */
export async function accessInvitationToChange(
  tx: Tx,
  now: Date,
  requester: Requester,
  id: number,
  way: Way,
): Promise<InvitationRow> {
  refuseStrangersToInvitations(requester)
  const invitation = await lockInvitation(tx, requester.realm_id, id)
  const isOfWay = invitation && (invitation.email === null) === (way === 'link')
  if (!isOfWay) throw new NoSuchInvitationError()
  checkMayChange(requester, invitation)
  if (invitation.revoked_at) throw new BadRequestError('Invitation has already been revoked')
  const hasRunOut = invitation.expires_at !== null && invitation.expires_at <= now
  if (invitation.used_at || hasRunOut) throw new NoSuchInvitationError()
  return invitation
}

/**
 * Takes an invitation back: nobody comes in with it any more.
 * @throws NoSuchInvitationError, OwnerRequiredError, GuestsNotAllowedError, BadRequestError
 * Source: docs/protocol/sign-up.md#delete-invites.
 */
export async function revokeInvitation(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  id: number,
  way: Way,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const invitation = await accessInvitationToChange(tx, now, requester, id, way)
    await updateInvitation(tx, requester.realm_id, id, { revoked_at: now })
    await recordActs(tx, requester.realm_id, [{ act: 'invitation_revoked', before: { id } }])
    await publish(tx, requester.realm_id, explainInvitations([invitation]))
  })
}

/**
 * Takes back what accounts have open that are deactivated; answers what is to be told of that.
 * Source: docs/protocol/sign-up.md#revoked-with-inviter.
 */
export async function revokeInvitationsOfAccounts(
  tx: Tx,
  now: Date,
  realmId: number,
  userIds: readonly number[],
): Promise<Publication[]> {
  return explainInvitations(await revokeInvitationsBy(tx, now, realmId, userIds))
}

/**
 * Takes back what somebody has open that they could not make with another role; answers what is to be told
 * of that, and to whom other invitations are shown then.
 * Source: docs/protocol/sign-up.md#revoked-with-inviter.
 */
export async function explainInvitationsAfter(
  tx: Tx,
  now: Date,
  user: Pick<UserRow, 'realm_id' | 'id' | 'role'>,
  role: Role,
): Promise<Publication[]> {
  const most = isGuest({ role }) ? undefined : mostInvitedAs(role)
  const revoked = await revokeInvitationsBy(tx, now, user.realm_id, [user.id], most)
  const seesOthers = isAdministrator(user) !== isAdministrator({ role })
  return [
    ...explainInvitations(revoked),
    ...(seesOthers ? [forUser(user.id, invitationsChanged())] : []),
  ]
}
