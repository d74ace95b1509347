import type { AppContext } from '../../context'
import { createToken } from '../../chat/rules/credentials'
import { LoginRefusedError } from '../../chat/rules/errors'
import type { RealmRow } from '../../data/schema'
import { mailLoginNotice } from '../../chat/actions/users/login-mail'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'
import { callbackUrl, getOpenRealm, getProvider, noSuchWay } from './begin'
import { browserSlug } from '../providers/browser-method'
import { endForApp, endInBrowser } from './end'
import type { LoginEnd } from './end'
import { findAccount } from './find-account'
import { endFlow, readFlow, storeFlow } from './flow'
import type { FlowFacts, Return } from './flow'
import { keepingRefusals } from './keep-refusals'
import { protocolOf } from './protocol-of'
import type { Identity } from '../protocols/identity'
import type { VouchedHeaders } from '../protocols/protocol'
import { chooseAddress } from './choose-address'
import { signUp } from './sign-up'
import { tryIdentity } from './try-identity'

/** A browser that comes back from a provider. */
export interface Returning {
  subdomain: string
  slug: string
  ip: string
  origin: string
  userAgent: string
  /** Random text in the cookie of the browser. */
  browserKey: string | undefined
  /** Query of the address, without its `?`. */
  query: string
  /** Headers of a proxy that logs people in. */
  vouched?: VouchedHeaders | undefined
}

type Context = Pick<AppContext, 'addresses' | 'log' | 'metrics' | 'operatorProviders' | 'sealer'> &
  Parameters<typeof signUp>[0]

/**
 * Ends a login: finds or makes the account of the person, and lets the browser or the app in.
 * @throws LoginFailedError; the refusal is kept for administrators
 * Source: docs/protocol/single-sign-on.md#flow-return.
 */
export async function completeLogin(ctx: Context, returning: Returning): Promise<LoginEnd> {
  // Each return makes a call to the provider.
  await ctx.limits.countBegunLogin(returning.ip)
  const realm = await getOpenRealm(ctx, returning.subdomain)
  const { slug } = returning
  const provider = await getProvider(ctx, realm.id, { slug, isTrial: true })
  return keepingRefusals(ctx, provider, () => complete(ctx, { realm, provider, returning }))
}

interface Completion {
  realm: RealmRow
  provider: IdentityProvider
  returning: Returning
}

async function complete(
  ctx: Context,
  { realm, provider, returning }: Completion,
): Promise<LoginEnd> {
  const { slug, origin, browserKey, query, vouched } = returning
  const token = new URLSearchParams(query).get('state') ?? ''
  const given = { realmId: realm.id, slug, token, browserKey }
  const flow = await readFlow(ctx.db.dated(), given)
  if (!provider.isEnabled && !flow.isTrial) throw noSuchWay()
  const identity = await protocolOf(provider).complete(ctx, provider, {
    ...{ callbackUrl: callbackUrl(origin, provider), query, vouched, kept: flow.kept ?? {} },
  })
  await ctx.db.transaction((tx) => endFlow(tx, given))
  if (flow.isTrial) {
    const outcome = await ctx.db.transaction((tx) => tryIdentity(tx, provider, { identity }))
    return { kind: 'trial', outcome }
  }
  const { linkKey } = flow
  const choice = await chooseAddress(ctx, { realm, linkKey, identity })
  if ('identity' in choice) {
    return finish(ctx, { realm, provider, returning }, { flow, identity: choice.identity })
  }
  const { choices } = choice
  const kept = { choices, identity }
  return { kind: 'choose', slug, choices, state: await keepOn(ctx, given, { ...flow, kept }) }
}

/** A flow goes on with other facts, in the same browser. @returns its new state */
async function keepOn(
  ctx: Pick<AppContext, 'db'>,
  { realmId, browserKey = '' }: Pick<Return, 'realmId' | 'browserKey'>,
  facts: FlowFacts,
): Promise<string> {
  const token = createToken()
  await ctx.db.transaction((tx) => storeFlow(tx, { realmId, token, browserKey, facts }))
  return token
}

/** An address that a person has chosen among their own. */
export type ChosenAddress = Omit<Returning, 'query' | 'vouched'> & {
  state: string
  address: string
}

/**
 * Goes on with a login whose person has chosen between several addresses.
 * @throws LoginFailedError
 * Source: docs/protocol/single-sign-on.md#github.
 */
export async function completeChoice(
  ctx: Context,
  { state: token, address, ...returning }: ChosenAddress,
): Promise<LoginEnd> {
  await ctx.limits.countBegunLogin(returning.ip)
  const { subdomain, slug, browserKey } = returning
  const realm = await getOpenRealm(ctx, subdomain)
  const provider = await getProvider(ctx, realm.id, { slug })
  return keepingRefusals(ctx, provider, async () => {
    const given = { realmId: realm.id, slug, token, browserKey }
    const flow = await readFlow(ctx.db.dated(), given)
    const { choices = [], identity } = (flow.kept ?? {}) as Partial<KeptChoice>
    if (!identity || !choices.includes(address)) {
      throw new LoginFailedError('This address is none of yours. Please log in again.')
    }
    await ctx.db.transaction((tx) => endFlow(tx, given))
    const chosen = { ...identity, addresses: [address], onlyKnown: [] }
    const completion = { realm, provider, returning: { ...returning, query: '' } }
    return finish(ctx, completion, { flow, identity: chosen })
  })
}

interface KeptChoice {
  choices: readonly string[]
  identity: Identity
}

/** The person is known: lets the browser or the app in. */
async function finish(
  ctx: Context,
  { realm, provider, returning }: Completion,
  { flow, identity }: { flow: FlowFacts; identity: Identity },
): Promise<LoginEnd> {
  const { slug, ip, origin, userAgent, browserKey } = returning
  const user = await findAccount(ctx, provider, identity)
  const vouchedBy = { providerSlug: slug, providerSession: identity.session }
  if (!user) {
    const next = await nextOf(ctx, realm.id, flow, browserKey)
    const { linkKey } = flow
    const made = await signUp(ctx, { realm, provider, identity, ip, linkKey, next })
    if ('key' in made) return { kind: 'redirect', location: `/join/${made.key}/` }
    return endInBrowser(ctx, made.user, { ip, userAgent, ...vouchedBy, next })
  }
  if (!flow.mobilePad && !flow.desktopKey) {
    const end = await endInBrowser(ctx, user, {
      ...{ ip, userAgent, ...vouchedBy, next: flow.next },
    }).catch(refusalOf)
    await mailLoginNotice(ctx, user, { ip, userAgent })
    return end
  }
  await mailLoginNotice(ctx, user, { ip, userAgent })
  return endForApp(ctx, user, { origin, flow, session: identity.session })
}

/** The account has changed since the provider vouched for it. */
function refusalOf(error: unknown): never {
  if (!(error instanceof LoginRefusedError)) throw error
  throw new LoginFailedError('Your account has just changed. Please log in again.', {
    cause: error,
  })
}

/**
 * The path after a sign-up: for an app, the end of a flow that the new session continues.
 */
async function nextOf(
  ctx: Pick<AppContext, 'db'>,
  realmId: number,
  { next, mobilePad, desktopKey }: FlowFacts,
  browserKey: string | undefined,
): Promise<string> {
  if ((!mobilePad && !desktopKey) || browserKey === undefined) return next
  const token = createToken()
  const facts = { slug: browserSlug, next, mobilePad, desktopKey }
  await ctx.db.transaction((tx) => storeFlow(tx, { realmId, token, browserKey, facts }))
  return `/complete/${browserSlug}/?state=${token}`
}
