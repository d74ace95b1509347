import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client' with { 'resolution-mode': 'import' }
import type { Strategy } from 'openid-client/passport' with { 'resolution-mode': 'import' }
import type { AppContext } from '../../context'
import { LoginFailedError } from '../errors'
import { kinds } from '../providers/kinds'
import type { IdentityProvider } from '../providers/find-providers'
import { reasonOfFailure } from './failures'
import type { Identity } from './identity'
import { createProviderFetch } from './outgoing-fetch'
import { RefusedByProvider } from './refused-by-provider'
import type { Arrival, Begun, Departure, KeptFacts, Protocol } from './protocol'
import { serviceOf } from './services'
import type { Tokens } from './answer'

/*
 * The authorization code flow with PKCE, state and nonce, by the passport strategy of openid-client. The strategy keeps
 * its facts in a session: here in an object that the flow stores, so that any worker can go on.
 * Source: docs/protocol/single-sign-on.md#flow.
 */

type Context = Pick<AppContext, 'addresses'>

const sessionKey = 'flow'
/** Times in tokens may differ from those of this machine by so much. */
const clockToleranceSeconds = 60
const timeoutSeconds = 10

/** Time that the configuration of a provider is kept; its keys are fetched anew when one is unknown. */
const configurationMs = 10 * 60_000
const configurations = new LRUCache<string, Promise<Configuration>>({
  max: 100,
  ttl: configurationMs,
})

/**
 * The address of the provider that a browser is sent to.
 * @throws LoginFailedError if the provider cannot be reached
 */
async function begin(
  ctx: Context,
  provider: IdentityProvider,
  { state, callbackUrl }: Departure,
): Promise<Begun> {
  const session: KeptFacts = {}
  const { location } = await run(ctx, provider, { session, callbackUrl, state })
  if (location === undefined) throw new Error('The strategy has sent nobody anywhere.')
  return { location, kept: session }
}

/**
 * Checks the return from a provider.
 * @throws LoginFailedError
 */
async function complete(
  ctx: Context,
  provider: IdentityProvider,
  { callbackUrl, query, kept }: Arrival,
): Promise<Identity> {
  const { identity } = await run(ctx, provider, { session: kept, callbackUrl, query })
  if (!identity) throw new Error('The strategy has found nobody.')
  return identity
}

/** The server's configuration of a provider, read from the provider or from the cache. */
async function configurationOf(ctx: Context, provider: IdentityProvider): Promise<Configuration> {
  const { kind, options, secret = '' } = provider
  const key = createHash('sha256')
    .update(JSON.stringify([kind, options, secret]))
    .digest('base64url')
  const known = configurations.get(key)
  if (known) return known
  const made = configure(ctx, provider)
  configurations.set(key, made)
  made.catch(() => configurations.delete(key))
  return made
}

async function configure(
  { addresses }: Context,
  { kind, options, secret }: IdentityProvider,
): Promise<Configuration> {
  const client = await import('openid-client')
  // Marked as deprecated only to stand out.
  // oxlint-disable-next-line typescript/no-deprecated
  const allowPlain: (config: Configuration) => void = client.allowInsecureRequests
  const issuer = kinds[kind].issuerOf(options)
  const { server } = serviceOf(kind)
  const { client_id: clientId = '' } = options
  const fetch = createProviderFetch(addresses)
  const metadata = { client_secret: secret ?? '', [client.clockTolerance]: clockToleranceSeconds }
  if (issuer === undefined) {
    const described = server(options)
    const config = new client.Configuration(described, clientId, metadata)
    if (isPlain(described.issuer, addresses)) allowPlain(config)
    config[client.customFetch] = fetch
    config.timeout = timeoutSeconds
    return config
  }
  const url = new URL(issuer)
  return client.discovery(url, clientId, metadata, undefined, {
    [client.customFetch]: fetch,
    timeout: timeoutSeconds,
    // Otherwise the signatures of tokens that come straight from the provider are not looked at.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlain(issuer, addresses) ? [allowPlain] : []),
    ],
  })
}

/** Whether a provider is called by plain HTTP. @throws LoginFailedError for one on the Internet */
function isPlain(issuer: string, addresses: Context['addresses']): boolean {
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !addresses.isExcepted(hostname)) {
    throw new LoginFailedError('The address of the provider must begin with https://.')
  }
  return protocol === 'http:'
}

/** A step of a flow, as the strategy finds it in a request. */
interface Step {
  session: KeptFacts
  callbackUrl: string
  /** Only at the start. */
  state?: string
  /** Only at the return. */
  query?: string
}

/** The outcome of a step: one of both. */
interface Outcome {
  location?: string
  identity?: Identity
}

async function run(ctx: Context, provider: IdentityProvider, step: Step): Promise<Outcome> {
  try {
    const config = await configurationOf(ctx, provider)
    return await runStrategy(await makeStrategy(ctx, provider, config, step), step)
  } catch (error) {
    if (error instanceof LoginFailedError) throw error
    throw reasonOfFailure(provider.name, error)
  }
}

/** The methods of passport through which a strategy tells its outcome. */
type Told = Strategy & {
  redirect(location: string): void
  success(identity: unknown): void
  fail(challenge: unknown): void
  error(error: unknown): void
  pass(): void
}

function runStrategy(
  strategy: Strategy,
  { session, callbackUrl, query = '' }: Step,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const told: Told = Object.assign(strategy, {
      redirect: (location: string) => resolve({ location }),
      success: (identity: unknown) => resolve({ identity: identity as Identity }),
      fail: (challenge: unknown) => reject(new RefusedByProvider(challenge)),
      error: reject,
      pass: () => reject(new Error('The strategy has passed.')),
    })
    const url = new URL(callbackUrl)
    url.search = query
    const request = { method: 'GET', session, url: url.href }
    told.authenticate(request as never, { callbackURL: callbackUrl })
  })
}

async function makeStrategy(
  ctx: Context,
  provider: IdentityProvider,
  config: Configuration,
  { state }: Step,
): Promise<Strategy> {
  const passport = await import('openid-client/passport')
  const client = await import('openid-client')
  const { kind, options } = provider
  const isOpenId = kinds[kind].issuerOf(options) !== undefined
  const service = serviceOf(kind)

  class FlowStrategy extends passport.Strategy {
    override authorizationRequestParams(
      ...given: Parameters<Strategy['authorizationRequestParams']>
    ): URLSearchParams {
      const params = new URLSearchParams(super.authorizationRequestParams(...given) as never)
      if (state !== undefined) params.set('state', state)
      if (isOpenId) params.set('nonce', client.randomNonce())
      for (const [name, value] of Object.entries(service.params(options))) params.set(name, value)
      return params
    }

    /** The callback is known, and not told by headers. */
    override currentUrl(request: { url?: string }): URL {
      return new URL(request.url ?? '')
    }
  }

  const verify = (tokens: Tokens, done: (error: unknown, identity?: Identity) => void): void => {
    service
      .identify(ctx, { config, tokens, provider })
      .then((identity) => done(null, identity), done)
  }
  return new FlowStrategy(
    { config, name: provider.slug, sessionKey, scope: service.scope(options) },
    verify,
  )
}

async function test(ctx: Context, provider: IdentityProvider): Promise<string> {
  return (await configurationOf(ctx, provider)).serverMetadata().issuer
}

/** The authorization code flow, of OpenID Connect and of the services that have an API of their own. */
export const codeFlow: Protocol = { begin, complete, test }
