import type { AppContext } from '../../context'
import { describeServer } from '../protocols/saml/client'
import { callbackUrl, getOpenRealm, getProvider, noSuchWay } from './begin'

/**
 * The metadata of this server for a SAML provider, XML.
 * @throws LoginFailedError for a provider of another kind
 * Source: docs/protocol/single-sign-on.md#saml-metadata.
 */
export async function describeWay(
  ctx: Pick<AppContext, 'db' | 'operatorProviders' | 'sealer'>,
  { subdomain, origin, slug }: { subdomain: string; origin: string; slug: string },
): Promise<string> {
  const { id: realmId } = await getOpenRealm(ctx, subdomain)
  const provider = await getProvider(ctx, realmId, { slug, isTrial: true })
  if (provider.kind !== 'saml') throw noSuchWay()
  return describeServer(callbackUrl(origin, provider))
}
