import type { AppContext } from '../../context'
import { listRefusedLogins } from '../../data/identities/providers'
import type { RefusedLogin } from '../../data/identities/providers'
import type { Requester } from '../../chat/rules/authentication'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { LoginFailedError, NoLoginProxiesError } from '../errors'
import { reasonOfFailure } from '../protocols/failures'
import { describeDirectory } from '../directories/find-person'
import type { DirectoryReport } from '../directories/find-person'
import { protocolOf } from '../flow/protocol-of'
import { getProviderRow } from './change-providers'
import { providerOf } from '../providers/find-providers'

/** The state of a provider, in words. */
export interface ProviderReport {
  /** Undefined: the provider answers. */
  fault: string | undefined
  issuer: string | undefined
  refusals: RefusedLogin[]
  /** The findings at a directory that answers. */
  directory?: DirectoryReport | undefined
}

/**
 * Asks a provider for its configuration, and answers the last refused logins.
 * @param person name of a person to look for in a directory
 * @throws OwnerRequiredError, NoSuchProviderError
 * Source: docs/protocol/single-sign-on.md#test.
 */
export async function testProvider(
  ctx: Pick<AppContext, 'addresses' | 'config' | 'db' | 'operatorProviders' | 'sealer'>,
  requester: Requester,
  slug: string,
  person = '',
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
    if (provider.kind === 'ldap') {
      const directory = await describeDirectory(ctx, provider, person)
      return { fault: undefined, issuer: provider.options.server_url, refusals, directory }
    }
    const issuer = await protocolOf(provider).test(ctx, provider)
    return { fault: undefined, issuer, refusals }
  } catch (error) {
    const failure =
      error instanceof LoginFailedError ? error : reasonOfFailure(provider.name, error)
    return { fault: failure.reason, issuer: undefined, refusals }
  }
}
