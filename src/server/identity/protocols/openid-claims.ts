import type { AppContext } from '../../context'
import { LoginFailedError } from '../errors'
import { isOfSeveral } from '../providers/kinds'
import type { Identity } from './identity'
import type { Answer } from './answer'

/** The person of an ID token; the provider is asked for what the token leaves out. */
export async function identifyByClaims(
  _ctx: Pick<AppContext, 'addresses'>,
  { config, tokens, provider }: Answer,
): Promise<Identity> {
  const idToken = tokens.claims()
  if (!idToken) throw new LoginFailedError(`${provider.name} has sent no ID token.`)
  const isWhole = textIn(idToken, 'email') !== undefined
  const userInfo = isWhole ? {} : await askForUserInfo(config, tokens.access_token, idToken.sub)
  return identityOf(provider, { ...userInfo, ...idToken })
}

async function askForUserInfo(
  config: Answer['config'],
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  const client = await import('openid-client')
  return { ...(await client.fetchUserInfo(config, accessToken, subject)) }
}

/**
 * The identity that claims prove.
 * @throws LoginFailedError for an account of another domain than the chosen one
 * Source: docs/protocol/single-sign-on.md#addresses.
 */
export function identityOf(
  { kind, name, options }: Answer['provider'],
  claims: Readonly<Record<string, unknown>>,
): Identity {
  const { hosted_domain: domain } = options
  if (domain !== undefined && claims['hd'] !== domain) {
    throw new LoginFailedError(`Only accounts of ${domain} may log in here by ${name}.`)
  }
  if (kind === 'entra') checkTenant(options, name, claims)
  const email = textIn(claims, 'email')
  // Entra says by a claim of its own whether the domain of the address is that of the company.
  const { email_verified: stated = kind === 'entra' ? claims['xms_edov'] : undefined } = claims
  const isTrusted = options.trusts_addresses ?? kind === 'entra'
  const isVerified = stated === undefined ? isTrusted : affirmed.has(stated)
  return {
    issuer: textIn(claims, 'iss') ?? '',
    subject: textIn(claims, 'sub') ?? '',
    addresses: email !== undefined && isVerified ? [email] : [],
    unverified: isVerified ? undefined : email,
    fullName: nameIn(claims),
    claims,
  }
}

/** Some providers write the boolean as a text or a number. */
const affirmed = new Set<unknown>([true, 'true', 1, '1'])

/**
 * The issuer of `common` is that of the person's company.
 * @throws LoginFailedError for a company that is not listed
 */
function checkTenant(
  { tenant, tenants = [] }: Answer['provider']['options'],
  name: string,
  claims: Readonly<Record<string, unknown>>,
): void {
  if (!isOfSeveral(tenant)) return
  const { tid, iss } = claims
  const isListed = tenants.some(
    (each) => each.toLowerCase() === tid && iss === `https://login.microsoftonline.com/${tid}/v2.0`,
  )
  if (isListed) return
  throw new LoginFailedError(`Your company may not log in here by ${name}.`, {
    reason: `The tenant ${typeof tid === 'string' ? tid : 'of the token'} is not among tenants.`,
  })
}

function nameIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const parts = [textIn(claims, 'given_name'), textIn(claims, 'family_name')]
  const composed = parts.filter((part) => part !== undefined).join(' ')
  return textIn(claims, 'name') ?? (composed || textIn(claims, 'preferred_username'))
}

function textIn(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = claims[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
