import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { findOpenLink, listOpenInvitationsTo } from '../../data/users/invitations'
import type { InvitationRow, RealmRow } from '../../data/schema'
import { linkKeyPattern } from '../../chat/actions/invitations/links'
import { join } from '../sign-up/join'
import type { Joined } from '../sign-up/join'
import type { ExternalSignUp } from '../sign-up/join-key'
import { issueConfirmation } from '../../chat/rules/confirmations'
import { BadRequestError } from '../../chat/rules/errors'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { refuseAddress } from '../../chat/rules/users/address-rules'
import { ApiError } from '../../lib/api-error'
import { claimsNamedIn } from '../claims/values-of-claim'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from '../protocols/identity'

/** Time that a person has to choose a name. */
const lifeSeconds = 3_600

type Context = Parameters<typeof join>[0]

/** A person without an account who came back from a provider. */
export interface Stranger {
  realm: RealmRow
  provider: IdentityProvider
  identity: Identity
  ip: string
  /** Key of an invitation link, from the beginning of the flow. */
  linkKey: string | undefined
  /** Path to which the browser goes at the end. */
  next: string
}

/**
 * Makes an account at once if the provider is set so and nothing is left to ask; else a key, with which the page of
 * sign-ups asks for a name.
 *
 * @throws LoginFailedError if the organization lets nobody of that address in
 * Source: docs/protocol/single-sign-on.md#sign-up.
 */
export async function signUp(
  ctx: Context & Pick<AppContext, 'db'>,
  stranger: Stranger,
): Promise<{ key: string } | { user: Joined }> {
  const { realm, provider, identity, ip } = stranger
  const key = await ctx.db.transaction((tx) => issueKey(tx, stranger))
  const fullName = identity.fullName ?? ''
  if (!provider.signsUpAtOnce || fullName === '') return { key }
  try {
    const user = await join(ctx, {
      ...{ subdomain: realm.string_id, ip, key, fullName },
      acceptsTerms: false,
      defaultStreamGroupIds: [],
    })
    return { user }
  } catch (error) {
    // A name that is refused, or terms to accept: the page asks.
    if (error instanceof ApiError && error.status === 400) return { key }
    throw error
  }
}

async function issueKey(
  tx: Tx,
  { realm, provider, identity, linkKey, next }: Stranger,
): Promise<string> {
  const [address = ''] = identity.addresses
  const invitation = await refuseNewcomer(tx, { realm, linkKey }, address)
  const data: ExternalSignUp = {
    slug: provider.slug,
    issuer: identity.issuer,
    ...(identity.subject !== undefined && { subject: identity.subject }),
    fullName: identity.fullName ?? '',
    session: identity.session,
    next,
    claims: claimsNamedIn(provider.claimRules, identity.claims),
    ...(invitation && { invitation_id: invitation.id }),
  }
  const { token } = await issueConfirmation(tx, {
    ...{ realmId: realm.id, kind: 'external_sign_up', address, lifeSeconds },
    data: { ...data },
  })
  return token
}

/**
 * Checks whether a person of an address may join.
 * @returns their invitation, if they have one
 * @throws LoginFailedError
 */
export async function refuseNewcomer(
  tx: Tx,
  { realm, linkKey }: Pick<Stranger, 'realm' | 'linkKey'>,
  address: string,
): Promise<InvitationRow | undefined> {
  const invitation = await findInvitation(tx, realm, { linkKey, address })
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  if (!invitation && settings.invite_required) {
    throw new LoginFailedError('You need an invitation to join this organization.', {
      reason: `${address} has no invitation.`,
    })
  }
  try {
    await refuseAddress(tx, realm.id, settings, address)
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error
    throw new LoginFailedError(error.message, { reason: `${address}: ${error.message}` })
  }
  return invitation
}

/** The invitation of a link, else the newest one to the address. */
async function findInvitation(
  tx: Tx,
  realm: RealmRow,
  { linkKey, address }: { linkKey?: string | undefined; address: string },
): Promise<InvitationRow | undefined> {
  const isLink = linkKey !== undefined && linkKeyPattern.test(linkKey)
  const link = isLink ? await findOpenLink(tx, realm.id, linkKey) : undefined
  return link ?? (await listOpenInvitationsTo(tx, realm.id, [address])).at(-1)
}
