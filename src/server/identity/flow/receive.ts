import type { AppContext } from '../../context'
import { createToken, tokenPattern } from '../../chat/rules/credentials'
import { LoginFailedError } from '../errors'
import { receiveResponse } from '../protocols/saml/saml'
import { callbackUrl, getOpenRealm, getProvider, noSuchWay } from './begin'
import { storeFlow } from './flow'
import { keepingRefusals } from './keep-refusals'
import { localPathOf } from './local-path'

/** A form that a browser brought from a provider. */
export interface Posted {
  subdomain: string
  slug: string
  ip: string
  origin: string
  /** The field SAMLResponse. */
  response: string
  /** The field RelayState: the token of a flow, or the end of a login that began at the provider. */
  relayState: string
}

/** The way on. */
export interface Received {
  /** Path to which the browser is redirected. */
  location: string
  /** Text for the cookie of the browser, if the login began at the provider. */
  browserKey?: string
}

type Context = Pick<
  AppContext,
  'addresses' | 'db' | 'limits' | 'metrics' | 'operatorProviders' | 'sealer'
>

/**
 * Takes the form that a SAML provider makes a browser send. It comes without the cookie of the browser, so the login goes on
 * with the request after it.
 *
 * @throws LoginFailedError, which is kept for administrators; RateLimitedError
 * Source: docs/protocol/single-sign-on.md#saml-return.
 */
export async function receiveForm(ctx: Context, posted: Posted): Promise<Received> {
  await ctx.limits.countBegunLogin(posted.ip)
  const { subdomain, slug, origin, response, relayState } = posted
  const { id: realmId } = await getOpenRealm(ctx, subdomain)
  const isOfFlow = tokenPattern.test(relayState)
  // The flow tells whether it is a trial, to which a provider that is switched off may answer.
  const provider = await getProvider(ctx, realmId, { slug, isTrial: isOfFlow })
  if (provider.kind !== 'saml') throw noSuchWay()
  return keepingRefusals(ctx, provider, async () => {
    const next = isOfFlow ? '/' : endOf(relayState, subdomain)
    const answer = await receiveResponse(ctx, provider, {
      ...{ callbackUrl: callbackUrl(origin, provider), response, isOfFlow },
    })
    const location = (state: string) => `/complete/${slug}/?state=${state}&answer=${answer}`
    if (isOfFlow) return { location: location(relayState) }
    const token = createToken()
    const browserKey = createToken()
    const facts = { slug, next, kept: {} }
    await ctx.db.transaction((tx) => storeFlow(tx, { realmId, token, browserKey, facts }))
    return { location: location(token), browserKey }
  })
}

/**
 * The path at the end of a login that began at the provider.
 * @throws LoginFailedError for the name of another organization
 * Source: docs/protocol/single-sign-on.md#saml-idp-initiated.
 */
function endOf(relayState: string, subdomain: string): string {
  if (!relayState.startsWith('{')) return localPathOf(relayState)
  const { subdomain: wanted = subdomain, next } = objectIn(relayState)
  if (wanted !== subdomain) {
    throw new LoginFailedError('This login is for another organization.')
  }
  return localPathOf(typeof next === 'string' ? next : '')
}

function objectIn(json: string): { subdomain?: unknown; next?: unknown } {
  try {
    return JSON.parse(json) as object
  } catch {
    return {}
  }
}
