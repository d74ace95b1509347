import type { AppContext } from '../../context'
import { listRefusedLogins } from '../../data/identities/providers'
import type { RefusedLogin } from '../../data/identities/providers'
import type { Requester } from '../../chat/rules/authentication'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { LoginFailedError, NoLoginProxiesError } from '../errors'
import { reasonOfFailure } from '../protocols/failures'
import { protocolOf } from '../flow/protocol-of'
import { getProviderRow } from './change-providers'
import { providerOf } from '../providers/find-providers'

/** The state of a provider, in words. */
export interface ProviderReport {
  /** Undefined: the provider answers. */
  fault: string | undefined
  issuer: string | undefined
  refusals: RefusedLogin[]
}

/**
 * Asks a provider for its configuration, and answers the last refused logins.
 * @throws OwnerRequiredError, NoSuchProviderError
 * Source: docs/protocol/single-sign-on.md#test.
 */
export async function testProvider(
  ctx: Pick<AppContext, 'addresses' | 'config' | 'db' | 'operatorProviders' | 'sealer'>,
  requester: Requester,
  slug: string,
): Promise<ProviderReport> {
  requireOwner(requester)
  const db = ctx.db.query
  const row = await getProviderRow(ctx, db, requester.realm_id, slug)
  const provider = providerOf(ctx, row)
  const refusals = await listRefusedLogins(db, row.realm_id, slug)
  if (row.sealed_secret && provider.secret === undefined) {
    const fault = 'The secret was stored with another SECRETS_KEY. Enter it again.'
    return { fault, issuer: undefined, refusals }
  }
  if (provider.kind === 'proxy' && !ctx.config.loginProxies) {
    return { fault: NoLoginProxiesError.doc.example, issuer: undefined, refusals }
  }
  try {
    const issuer = await protocolOf(provider).test(ctx, provider)
    return { fault: undefined, issuer, refusals }
  } catch (error) {
    const failure =
      error instanceof LoginFailedError ? error : reasonOfFailure(provider.name, error)
    return { fault: failure.reason, issuer: undefined, refusals }
  }
}
