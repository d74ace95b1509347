import type { DatedQueryable, Tx } from '../../../data/engine/database'
import { isAdministrator, mayInviteAs, mayManageRole, roles } from '../../../../shared/rules/roles'
import type { InvitationRow, StreamRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import type { Dated } from '../../../lib/clock'
import { listStreamsWithIds } from '../../../data/streams/streams'
import type { Requester } from '../../rules/authentication'
import { AdministratorRequiredError, BadRequestError, OwnerRequiredError } from '../../rules/errors'
import { mayInvite } from '../../../../shared/rules/realm-rights'
import type { InvitationWay } from '../../../../shared/rules/realm-rights'
import { asRealmUser, refuseBots, refuseGuests } from '../../rules/permissions/roles'
import { mayEnterStream, mayKnowStream, ownStreamIds } from '../streams/access-stream'
import { mayAddSubscribers } from '../streams/rights'
import { requireOwnerFor } from '../users/access-user'
import { accessActiveUserGroupTo } from '../user-groups/access-group'
import { MayNotInviteError, NoSuchInvitationError } from '../../rules/invitations/errors'

/*
 * Rights to invite. An invitation grants at most what the inviter could give to an existing user.
 * Source: docs/protocol/sign-up.md#who-may-invite.
 */

/** Refuses bots and guests, who cannot handle invitations. @throws GuestsNotAllowedError, UncodedError */
export function refuseWithoutInvitationRight(requester: Requester): void {
  refuseBots(requester)
  refuseGuests(requester)
}

/** @throws MayNotInviteError, GuestsNotAllowedError, UncodedError */
export function requireInviting(at: Dated, requester: Requester, way: InvitationWay): void {
  refuseWithoutInvitationRight(requester)
  if (!mayInvite(asRealmUser(at, requester), way)) throw new MayNotInviteError()
}

/**
 * Checks that the requester may invite users with a role.
 * @throws AdministratorRequiredError, OwnerRequiredError; BadRequestError for an unknown role
 * Source: docs/protocol/sign-up.md#invite-roles.
 */
export function checkInvitedAs(requester: Requester, role: number): Role {
  const known = Object.values(roles).find((candidate) => candidate === role)
  if (known === undefined) throw new BadRequestError('Invalid invite_as')
  const inviter = {
    isAdministrator: isAdministrator(requester),
    isOwner: requester.role === roles.owner,
  }
  if (mayInviteAs(inviter, known)) return known
  throw known === roles.owner ? new OwnerRequiredError() : new AdministratorRequiredError()
}

/** The highest role that a user with the given role may invite others as. */
export function mostInvitedAs(role: Role): Role {
  return isAdministrator({ role }) ? role : roles.member
}

/**
 * Checks that the requester may subscribe invited users to streams.
 * @throws BadRequestError. Source: docs/protocol/sign-up.md#invite-channels.
 */
export async function checkInvitedStreams(
  db: DatedQueryable,
  requester: Requester,
  streamIds: readonly number[],
): Promise<number[]> {
  if (streamIds.length === 0) return []
  const ids = [...new Set(streamIds)]
  const streams = await listStreamsWithIds(db, requester.realm_id, ids)
  const byId = new Map(streams.map((stream) => [stream.id, stream]))
  const own = await ownStreamIds(db, requester)
  for (const id of ids) {
    const stream = byId.get(id)
    const isOwn = own.has(id)
    if (!stream || !isOpenTo(db, requester, stream, isOwn)) {
      throw new BadRequestError(`Invalid channel ID ${id}. No invites were sent.`)
    }
  }
  if (!streams.every((stream) => mayAddTo(db, requester, stream))) {
    throw new BadRequestError('You do not have permission to subscribe other users to channels.')
  }
  return ids
}

/**
 * The streams to which an inviter may subscribe newcomers now, by the rules of {@link checkInvitedStreams}.
 * Source: docs/protocol/sign-up.md#acceptance-account.
 */
export async function listStillOpenTo(
  tx: Tx,
  inviter: Requester,
  streams: readonly StreamRow[],
): Promise<StreamRow[]> {
  const own = await ownStreamIds(tx, inviter)
  return streams.filter(
    (stream) => isOpenTo(tx, inviter, stream, own.has(stream.id)) && mayAddTo(tx, inviter, stream),
  )
}

function isOpenTo(at: Dated, requester: Requester, stream: StreamRow, isOwn: boolean): boolean {
  return (
    mayKnowStream(at, requester, stream, isOwn) && (isOwn || mayEnterStream(at, requester, stream))
  )
}

function mayAddTo(at: Dated, requester: Requester, stream: StreamRow): boolean {
  return stream.is_default || mayAddSubscribers(at, requester, stream)
}

/**
 * Checks that the requester may add others to groups.
 * @throws InvalidUserGroupError, UserGroupPermissionError, BadRequestError
 */
export async function checkInvitedGroups(
  tx: Tx,
  requester: Requester,
  groupIds: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(groupIds)]
  for (const id of ids) await accessActiveUserGroupTo(tx, requester, id, ['add others'])
  return ids
}

/** Whether the requester may know of an invitation. Source: docs/protocol/sign-up.md#invites-listed. */
function mayKnowInvitation(
  requester: Requester,
  invitation: Pick<InvitationRow, 'invited_by'>,
): boolean {
  return isAdministrator(requester) || invitation.invited_by === requester.id
}

/**
 * Checks that the requester may revoke or resend an invitation.
 * @throws NoSuchInvitationError, OwnerRequiredError
 * Source: docs/protocol/sign-up.md#revoke-rights.
 */
export function checkMayChange(requester: Requester, invitation: InvitationRow): void {
  if (!mayKnowInvitation(requester, invitation)) throw new NoSuchInvitationError()
  requireOwnerFor(requester, invitation.invited_as)
}

/** Whether {@link checkMayChange} lets the requester pass. */
export function mayChange(requester: Requester, invitation: InvitationRow): boolean {
  const isOwner = requester.role === roles.owner
  return (
    mayKnowInvitation(requester, invitation) && mayManageRole({ isOwner }, invitation.invited_as)
  )
}
