import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../data/realms/realms'
import type { RealmRow } from '../../data/schema'
import { createToken } from '../../chat/rules/credentials'
import { LoginFailedError } from '../errors'
import { findOpenProvider } from '../providers/find-providers'
import type { IdentityProvider } from '../providers/find-providers'
import type { Protocol } from '../protocols/protocol'
import { browserSlug } from '../providers/browser-method'
import { storeFlow } from './flow'
import { protocolOf } from './protocol-of'
import type { FlowFacts } from './flow'

/** A person at the beginning of a login. */
export interface Beginning extends Omit<FlowFacts, 'kept'> {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  /** Address of the client. */
  ip: string
  /** `https://chat.example.com`, as the browser sees it. */
  origin: string
  /** Random text in the cookie of the browser. */
  browserKey: string
}

type Context = Pick<AppContext, 'addresses' | 'db' | 'limits' | 'sealer'>

/**
 * Begins a login.
 *
 * @returns the address to which the browser goes
 * @throws LoginFailedError; RateLimitedError
 * Source: docs/protocol/single-sign-on.md#flow-start.
 */
export async function beginLogin(
  ctx: Context,
  { subdomain, ip, origin, browserKey, ...facts }: Beginning,
): Promise<string> {
  await ctx.limits.countBegunLogin(ip)
  const realm = await getOpenRealm(ctx, subdomain)
  const token = createToken()
  const { location, kept } =
    facts.slug === browserSlug
      ? { location: loginPageFor(token), kept: {} }
      : await beginAt(ctx, await getProvider(ctx, realm.id, facts.slug), {
          state: token,
          callbackUrl: callbackUrl(origin, facts.slug),
        })
  await ctx.db.transaction((tx) =>
    storeFlow(tx, { realmId: realm.id, token, browserKey, facts: { ...facts, kept } }),
  )
  return location
}

const beginAt: Protocol['begin'] = (ctx, provider, departure) =>
  protocolOf(provider).begin(ctx, provider, departure)

/** The login page, which leads to the end of the flow. */
function loginPageFor(token: string): string {
  return `/login?next=${encodeURIComponent(`/complete/${browserSlug}/?state=${token}`)}`
}

/** The address to which a provider sends people back; administrators register it there. */
export function callbackUrl(origin: string, slug: string): string {
  return `${origin}/complete/${slug}/`
}

/** @throws LoginFailedError for a host without an organization, and for a deactivated one */
export async function getOpenRealm(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<RealmRow> {
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm)
    throw new LoginFailedError('There is no organization at this address.', { status: 404 })
  if (realm.deactivated_at) throw new LoginFailedError('This organization has been deactivated.')
  return realm
}

/** @throws LoginFailedError for an unknown provider, one that is switched off, and one without a page */
export async function getProvider(
  ctx: Pick<AppContext, 'db' | 'sealer'>,
  realmId: number,
  slug: string,
): Promise<IdentityProvider> {
  const provider = await findOpenProvider(ctx, realmId, slug)
  if (!provider || provider.kind === 'ldap') throw noSuchWay()
  return provider
}

export function noSuchWay(): LoginFailedError {
  return new LoginFailedError('This way to log in does not exist here.', { status: 404 })
}
