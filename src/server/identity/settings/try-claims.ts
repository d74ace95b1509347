import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { checkClaimRules } from '../claims/check-rules'
import type { ClaimRule } from '../claims/claim-rule'
import { LoginFailedError } from '../errors'
import { tryIdentity } from '../flow/try-identity'
import type { TriedLogin } from '../flow/try-identity'
import { providerOf } from '../providers/find-providers'
import type { IdentityProvider, ProviderSource } from '../providers/find-providers'
import type { Identity } from '../protocols/identity'
import { change, getProviderRow } from './change-providers'
import { readPastedIdentity } from './read-claims'

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
  ctx: ProviderSource & Pick<AppContext, 'sealer'>,
  requester: Requester,
  slug: string,
  { token, rules }: Trial,
): Promise<TriedLogin> {
  return change(ctx, requester, async (tx) => {
    const provider = providerOf(ctx, await getProviderRow(ctx, tx, requester.realm_id, slug))
    if (rules) await checkClaimRules(tx, requester, slug, rules)
    const identity = readPasted(provider, token)
    return tryIdentity(tx, provider, { identity, ...(rules && { rules }) })
  })
}

function readPasted(provider: IdentityProvider, token: string): Identity {
  try {
    return readPastedIdentity(provider, token)
  } catch (error) {
    if (error instanceof LoginFailedError) throw new BadRequestError(error.reason)
    throw error
  }
}
