import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import { createProviderFetch } from '../outgoing-fetch'
import type { Protocol, ProtocolContext } from '../protocol'

/** The site that makes the tokens sends people here, and nobody there. */
function begin(): Promise<never> {
  throw new LoginFailedError('This login has to begin at the site that you come from.')
}

/** Looks at the keys that the provider publishes. */
async function test(ctx: ProtocolContext, { slug, options }: IdentityProvider): Promise<string> {
  const { jwks_url: address, token_issuer: issuer = `jwt:${slug}` } = options
  if (address === undefined) return issuer
  if (address.startsWith('http:') && !ctx.addresses.isExcepted(new URL(address).hostname)) {
    throw new LoginFailedError('The address of the keys must begin with https://.')
  }
  const answer = await createProviderFetch(ctx.addresses)(address, {})
  const { keys } = (answer.ok ? await answer.json() : {}) as { keys?: unknown }
  if (Array.isArray(keys) && keys.length > 0) return issuer
  throw new LoginFailedError(`${address} has no keys (status ${answer.status}).`)
}

/** JSON Web Tokens, which a site of the organization makes. */
export const jwt: Protocol = { begin, complete: begin, test }
