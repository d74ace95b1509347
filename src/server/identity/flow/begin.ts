import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../data/realms/realms'
import type { ProviderKind } from '../../../shared/rules/identity-providers'
import type { RealmRow } from '../../data/schema'
import { createToken } from '../../chat/rules/credentials'
import { LoginFailedError } from '../errors'
import { findAnyProvider, findOpenProviderOfKind } from '../providers/find-providers'
import type { IdentityProvider, ProviderSource } from '../providers/find-providers'
import type { Begun } from '../protocols/protocol'
import { kinds } from '../providers/kinds'
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

type Context = Pick<AppContext, 'addresses' | 'db' | 'limits' | 'operatorProviders' | 'sealer'>

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
      : await beginAt(ctx, await getProvider(ctx, realm.id, facts), { state: token, origin })
  await ctx.db.transaction((tx) =>
    storeFlow(tx, { realmId: realm.id, token, browserKey, facts: { ...facts, kept } }),
  )
  return location
}

async function beginAt(
  ctx: Context,
  provider: IdentityProvider,
  { state, origin }: { state: string; origin: string },
): Promise<Begun> {
  const departure = { state, callbackUrl: callbackUrl(origin, provider) }
  return protocolOf(provider).begin(ctx, provider, departure)
}

/** The login page, which leads to the end of the flow. */
export function loginPageFor(token: string): string {
  return `/login?next=${encodeURIComponent(`/complete/${browserSlug}/?state=${token}`)}`
}

/** The address to which a provider sends people back; administrators register it there. */
export function callbackUrl(
  origin: string,
  { kind, slug }: Pick<IdentityProvider, 'kind' | 'slug'>,
): string {
  return `${origin}${kinds[kind].returnPath ?? `/complete/${slug}/`}`
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

/**
 * The provider of a login in a browser. A trial may be of one that is switched off.
 * @throws LoginFailedError for any other provider, and one without a page
 */
export async function getProvider(
  ctx: ProviderSource & Pick<AppContext, 'sealer'>,
  realmId: number,
  { slug, isTrial = false }: { slug: string; isTrial?: boolean | undefined },
): Promise<IdentityProvider> {
  const provider = await findAnyProvider(ctx, realmId, slug)
  const isOpen = provider?.isEnabled === true || isTrial
  if (!provider || !isOpen || provider.kind === 'ldap') throw noSuchWay()
  return provider
}

/**
 * The slug of the organization's provider of a kind whose addresses do not name it.
 * @throws LoginFailedError without one
 */
export async function slugOfKind(
  ctx: ProviderSource & Pick<AppContext, 'sealer'>,
  subdomain: string,
  kind: ProviderKind,
): Promise<string> {
  const { id } = await getOpenRealm(ctx, subdomain)
  const provider = await findOpenProviderOfKind(ctx, id, kind)
  if (!provider) throw noSuchWay()
  return provider.slug
}

export function noSuchWay(): LoginFailedError {
  return new LoginFailedError('This way to log in does not exist here.', { status: 404 })
}
