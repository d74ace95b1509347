import type { AppContext } from '../../context'
import type { Queryable, Tx } from '../../db/engine/database'
import { findRealmByStringId } from '../../db/realms/realms'
import { findOpenInvitation, findOpenLink, lockInvitation } from '../../db/users/invitations'
import type { InvitationRow, RealmRow } from '../../db/schema'
import { lookAtConfirmation, refuseLink, takeConfirmation } from '../accounts/confirmations'
import { linkKeyPattern } from '../invitations/links'

/*
 * What lets somebody into an organisation: the key of a link, of an invitation, or of a mail that has confirmed
 * an address. Source: docs/protocol/sign-up.md#keys.
 */

export interface Ticket {
  realm: RealmRow
  key: string
  /** The address that is known to be theirs; null: of a link that anybody may have. */
  email: string | null
  /** Absent where anybody may sign up. */
  invitation?: InvitationRow
}

/** A key as somebody sends it. */
export interface GivenKey {
  subdomain: string
  ip: string
  key: string
}

/**
 * What a key is good for; nothing is used up.
 * @throws InvalidLinkError, the same whatever is wrong; RateLimitedError for too many of those
 */
export async function readTicket(
  ctx: Pick<AppContext, 'clock' | 'db' | 'limits'>,
  { subdomain, ip, key }: GivenKey,
): Promise<Ticket> {
  const db = ctx.db.query
  const realm = await findRealmByStringId(db, subdomain)
  const isLive = realm && !realm.deactivated_at
  const ticket = isLive ? await findTicket(db, ctx.clock.now(), realm, key) : undefined
  return ticket ?? refuseLink(ctx, ip)
}

async function findTicket(
  db: Queryable,
  now: Date,
  realm: RealmRow,
  key: string,
): Promise<Ticket | undefined> {
  if (linkKeyPattern.test(key)) {
    const invitation = await findOpenLink(db, now, realm.id, key)
    return invitation && { realm, key, email: null, invitation }
  }
  for (const kind of ['invitation', 'sign_up'] as const) {
    const given = { realmId: realm.id, kind, token: key, now }
    const confirmation = await lookAtConfirmation(db, given)
    if (!confirmation) continue
    const { address: email } = confirmation
    const id = invitationIn(confirmation.data)
    if (id === undefined) return { realm, key, email }
    const invitation = await findOpenInvitation(db, now, realm.id, id)
    return invitation && { realm, key, email, invitation }
  }
  return undefined
}

/**
 * Uses a ticket, in the transaction of its effect: of several that try at the same time one succeeds, unless it
 * is of a link. The caller has locked the accounts.
 *
 * @returns the invitation as it is now; undefined where the ticket is good no more
 */
export async function useTicket(
  tx: Tx,
  now: Date,
  { realm, key, invitation }: Ticket,
): Promise<Pick<Ticket, 'invitation'> | undefined> {
  if (!linkKeyPattern.test(key)) {
    const kind = invitation && invitation.email !== null ? 'invitation' : 'sign_up'
    const taken = await takeConfirmation(tx, { realmId: realm.id, kind, token: key, now })
    if (!taken) return undefined
  }
  if (!invitation) return {}
  const mode = invitation.email === null ? 'share' : 'change'
  const current = await lockInvitation(tx, realm.id, invitation.id, mode)
  return current && isOpen(current, now) ? { invitation: current } : undefined
}

function isOpen({ used_at, revoked_at, expires_at }: InvitationRow, now: Date): boolean {
  return !used_at && !revoked_at && (expires_at === null || expires_at > now)
}

function invitationIn(data: unknown): number | undefined {
  const { invitation_id: id } = data as { invitation_id?: number }
  return id
}
