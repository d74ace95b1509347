import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { findUserByIdentity } from '../../data/identities/identities'
import { getRealm } from '../../data/realms/realms'
import type { UserRow } from '../../data/schema'
import type { Requester } from '../../chat/rules/authentication'
import { LoginFailedError } from '../errors'
import { checkClaimRules } from '../claims/check-rules'
import type { ClaimRule } from '../claims/claim-rule'
import { planClaims } from '../claims/plan'
import type { ClaimPlan } from '../claims/plan'
import { findByAddress } from '../flow/find-account'
import { checkStranger } from '../flow/sign-up'
import { providerOf } from '../providers/find-providers'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from '../protocols/identity'
import { change, getProviderRow } from './change-providers'
import { readPastedIdentity } from './read-claims'

/** The outcome that a login would have. */
export interface TriedLogin {
  /** Undefined: the token names nobody. */
  identity: Identity | undefined
  /** The account that the person would get into; undefined: a new one, or none. */
  user: UserRow | undefined
  /** Reason for which the login would be refused. */
  refusal: string | undefined
  plan: ClaimPlan | undefined
}

/** A token to try, and the rules to try it with; undefined: those that are stored. */
export interface Trial {
  token: string
  rules: readonly ClaimRule[] | undefined
}

/**
 * Tells the outcome of a login with a pasted token, which is not verified, and changes nothing.
 *
 * @throws OwnerRequiredError, NoSuchProviderError; BadRequestError for an unreadable token and an invalid rule
 * Source: docs/protocol/single-sign-on.md#dry-run.
 */
export async function tryClaims(
  ctx: Pick<AppContext, 'db' | 'sealer'>,
  requester: Requester,
  slug: string,
  { token, rules: given }: Trial,
): Promise<TriedLogin> {
  return change(ctx, requester, async (tx) => {
    const row = await getProviderRow(tx, requester.realm_id, slug)
    const provider = providerOf(ctx, row)
    if (given) await checkClaimRules(tx, requester, slug, given)
    const found = await tryLogin(tx, provider, token)
    const { identity } = found
    if (!identity) return { ...found, plan: undefined }
    const plan = await planClaims(tx, {
      ...{ realmId: row.realm_id, slug, user: found.user, claims: identity.claims },
      rules: given ?? provider.claimRules,
    })
    return { ...found, plan }
  })
}

async function tryLogin(
  tx: Tx,
  provider: IdentityProvider,
  token: string,
): Promise<Omit<TriedLogin, 'plan'>> {
  let identity: Identity | undefined
  let user: UserRow | undefined
  try {
    identity = readPastedIdentity(provider, token)
    user =
      (await findUserByIdentity(tx, provider.realmId, identity)) ??
      (await findByAddress(tx, provider, identity))
    if (user?.deactivated_at) throw new LoginFailedError('Your account has been deactivated.')
    if (!user) {
      const [address = ''] = identity.addresses
      await checkStranger(tx, await getRealm(tx, provider.realmId), { address })
    }
    return { identity, user, refusal: undefined }
  } catch (error) {
    if (!(error instanceof LoginFailedError)) throw error
    return { identity, user, refusal: error.reason }
  }
}
