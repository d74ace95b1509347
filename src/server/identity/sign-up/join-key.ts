import type { AppContext } from '../../context'
import type { DatedQueryable, Tx } from '../../data/engine/database'
import { findRealmByStringId } from '../../data/realms/realms'
import { findOpenInvitation, findOpenLink, lockInvitation } from '../../data/users/invitations'
import type { InvitationRow, ProviderSession, RealmRow } from '../../data/schema'
import { lookAtConfirmation, refuseLink, takeConfirmation } from '../../chat/rules/confirmations'
import { linkKeyPattern } from '../../chat/actions/invitations/links'
import type { Claims } from '../claims/claim-rule'

/*
 * Join keys: the checked key of an invitation link, of an invitation mail, of a confirmation mail, or
 * of a login by an identity provider.
 * Source: docs/protocol/sign-up.md#keys.
 */

export interface JoinKey {
  realm: RealmRow
  key: string
  /** The confirmed address; null for a link, which anybody may hold. */
  email: string | null
  /** Absent for a sign-up without invitation. */
  invitation?: InvitationRow
  /** The person at an identity provider, who then needs no password. */
  external?: ExternalSignUp
}

/** The facts of a sign-up by an identity provider, as its key has them. */
export interface ExternalSignUp {
  slug: string
  issuer: string
  /** Undefined if the provider names people by their addresses alone. */
  subject?: string
  /** Name at the provider; '' if it told none. */
  fullName: string
  /** The session at a SAML provider. */
  session?: ProviderSession | undefined
  /** Path to which the browser goes at the end. */
  next: string
  /** The claims that rules of the provider name. */
  claims: Claims
  invitation_id?: number
}

/** A key as a client sent it. */
export interface JoinKeyInput {
  subdomain: string
  ip: string
  key: string
}

/**
 * Checks a key without using it up.
 * @throws InvalidLinkError for every fault of the key; RateLimitedError after too many of them
 */
export async function readJoinKey(
  ctx: Pick<AppContext, 'db' | 'limits'>,
  { subdomain, ip, key }: JoinKeyInput,
): Promise<JoinKey> {
  const db = ctx.db.dated()
  const realm = await findRealmByStringId(db, subdomain)
  const isLive = realm && !realm.deactivated_at
  const joinKey = isLive ? await findJoinKey(db, realm, key) : undefined
  return joinKey ?? refuseLink(ctx, ip)
}

async function findJoinKey(
  db: DatedQueryable,
  realm: RealmRow,
  key: string,
): Promise<JoinKey | undefined> {
  if (linkKeyPattern.test(key)) {
    const invitation = await findOpenLink(db, realm.id, key)
    return invitation && { realm, key, email: null, invitation }
  }
  for (const kind of ['invitation', 'sign_up', 'external_sign_up'] as const) {
    const given = { realmId: realm.id, kind, token: key }
    const confirmation = await lookAtConfirmation(db, given)
    if (!confirmation) continue
    const { address: email, data } = confirmation
    const found = {
      ...{ realm, key, email },
      ...(kind === 'external_sign_up' && { external: data as unknown as ExternalSignUp }),
    }
    const id = invitationIn(data)
    if (id === undefined) return found
    const invitation = await findOpenInvitation(db, realm.id, id)
    return invitation && { ...found, invitation }
  }
  return undefined
}

/**
 * Uses a join key up, in the transaction that creates the account. One of several concurrent attempts succeeds; join keys
 * of links can be used many times. The caller has locked the accounts.
 *
 * @returns the current invitation; undefined if the join key is no longer valid
 */
export async function useJoinKey(
  tx: Tx,
  { realm, key, invitation, external }: JoinKey,
): Promise<Pick<JoinKey, 'invitation'> | undefined> {
  if (!linkKeyPattern.test(key)) {
    const byMail = invitation && invitation.email !== null ? 'invitation' : 'sign_up'
    const kind = external ? 'external_sign_up' : byMail
    const taken = await takeConfirmation(tx, { realmId: realm.id, kind, token: key })
    if (!taken) return undefined
  }
  if (!invitation) return {}
  const mode = invitation.email === null ? 'share' : 'change'
  const current = await lockInvitation(tx, realm.id, invitation.id, mode)
  return current && isOpen(tx, current) ? { invitation: current } : undefined
}

function isOpen({ now }: Tx, { used_at, revoked_at, expires_at }: InvitationRow): boolean {
  return !used_at && !revoked_at && (expires_at === null || expires_at > now)
}

function invitationIn(data: unknown): number | undefined {
  const { invitation_id: id } = data as { invitation_id?: number }
  return id
}
