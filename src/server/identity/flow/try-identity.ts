import type { Tx } from '../../data/engine/database'
import { getRealm } from '../../data/realms/realms'
import type { UserRow } from '../../data/schema'
import type { ClaimRule } from '../claims/claim-rule'
import { planClaims } from '../claims/plan'
import type { ClaimPlan } from '../claims/plan'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from '../protocols/identity'
import { findByAddress, findKnown } from './find-account'
import { refuseNewcomer } from './sign-up'

/** The outcome that a login would have. */
export interface TriedLogin {
  identity: Identity
  /** The account that the person would get into; undefined: a new one, or none. */
  user: UserRow | undefined
  /** Reason for which the login would be refused. */
  refusal: string | undefined
  plan: ClaimPlan
}

/**
 * Tells the outcome of a login, and changes nothing.
 * @param rules default: those of the provider
 * Source: docs/protocol/single-sign-on.md#dry-run.
 */
export async function tryIdentity(
  tx: Tx,
  provider: IdentityProvider,
  { identity, rules = provider.claimRules }: { identity: Identity; rules?: readonly ClaimRule[] },
): Promise<TriedLogin> {
  const { realmId, slug } = provider
  let user: UserRow | undefined
  let refusal: string | undefined
  try {
    user = (await findKnown(tx, realmId, identity)) ?? (await findByAddress(tx, provider, identity))
    if (user?.deactivated_at) throw new LoginFailedError('Your account has been deactivated.')
    const [address = ''] = identity.addresses
    if (!user) {
      await refuseNewcomer(tx, { realm: await getRealm(tx, realmId), linkKey: undefined }, address)
    }
  } catch (error) {
    if (!(error instanceof LoginFailedError)) throw error
    refusal = error.reason
  }
  const { claims } = identity
  const plan = await planClaims(tx, { realmId, user, slug, rules, claims })
  return { identity, user, refusal, plan }
}
