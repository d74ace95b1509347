import { isUtf8 } from 'node:buffer'

import { LRUCache } from 'lru-cache'
import passport from 'passport'
import type { AuthenticateCallback } from 'passport'
import { BasicStrategy } from 'passport-http'

import type { AppContext } from '../../context'
import type { Requester } from '../../services/authentication'
import { ApiError } from '../../wire/api-error'
import type { Arguments } from '../arguments/arguments'
import type { Endpoint } from '../declare/endpoint'
import {
  ForeignPageError,
  InvalidApiKeyError,
  InvalidArgumentError,
  MissingArgumentError,
  NotLoggedInError,
} from '../errors'
import type { Exchange } from './exchange'

/** The ways to find an account; services/authentication.ts, unless a test brings its own. */
export interface Accounts {
  authenticateAccount(
    ctx: AppContext,
    subdomain: string,
    email: string,
    apiKey: string,
  ): Promise<Requester>
  authenticateApiKey(ctx: AppContext, subdomain: string, apiKey: string): Promise<Requester>
  /** Whether who authenticated an earlier call would authenticate the same call again. */
  isStillCurrent(ctx: AppContext, requester: Requester): boolean
}

/** @returns who calls; undefined where an endpoint does not ask */
export type Authenticate = (
  endpoint: Endpoint,
  exchange: Exchange,
  args: Arguments,
) => Requester | undefined | Promise<Requester | undefined>

/** `bot_type` of bots that may only post what a webhook brought. */
const incomingWebhookBot = 2

/** Clients send the same header with every call. */
const maxRememberedHeaders = 50_000
const maxRememberedCharacters = 10_000_000

/**
 * The rules of who is calling.
 * Sources: docs/protocol/authentication.md#basic, docs/protocol/authentication.md#key-argument.
 *
 * @throws (the function returned) ApiError with 401, or 400 on webhooks, or 429 for an address
 * that keeps sending wrong credentials
 */
export function createAuthenticate(ctx: AppContext, accounts: Accounts): Authenticate {
  const checkBasic = createBasicCheck(ctx, accounts)
  /** Accounts by the subdomain and the header or key that authenticated them. */
  const remembered = new LRUCache<string, Requester>({
    max: maxRememberedHeaders,
    maxSize: maxRememberedCharacters,
    sizeCalculation: (_requester, words) => words.length,
  })

  /** Decoding and checking the same words would say the same of an account that did not change. */
  function recognise(exchange: Exchange): Requester | undefined {
    const known = remembered.get(wordsOf(exchange))
    return known && accounts.isStillCurrent(ctx, known) ? known : undefined
  }

  async function byAuthorizationHeader(exchange: Exchange): Promise<Requester> {
    const credentials = basicCredentials(exchange.request.headers.authorization ?? '')
    // Tells nobody's secrets: the key is what follows the colon.
    exchange.notes.account = decodeCredentials(credentials).split(':', 1)[0]?.slice(0, 254)
    const requester = await lookUp(exchange, wordsOf(exchange), () =>
      checkBasic(credentials, exchange.subdomain),
    )
    delete exchange.notes.account
    return requester
  }

  /** Whoever keeps failing has nothing looked up any more that was not right before. */
  async function lookUp(
    exchange: Exchange,
    words: string,
    find: () => Promise<Requester>,
  ): Promise<Requester> {
    if (!remembered.has(words)) ctx.limits.refuseGuesser(exchange.ip)
    const requester = await find()
    remembered.set(words, requester)
    return requester
  }

  async function byApiKeyArgument(exchange: Exchange, args: Arguments): Promise<Requester> {
    const apiKey = args.get('api_key')
    if (apiKey === undefined) throw new MissingArgumentError('api_key')
    return lookUp(exchange, `${exchange.subdomain}\n${apiKey}`, () =>
      accounts.authenticateApiKey(ctx, exchange.subdomain, apiKey.trim()),
    )
  }

  return (endpoint, exchange, args) => {
    if (endpoint.auth === 'none') return undefined
    if (endpoint.auth === 'basic' && comesFromForeignPage(exchange)) throw new ForeignPageError()
    const known = endpoint.auth === 'basic' ? recognise(exchange) : undefined
    return known && mayCall(known, endpoint) ? known : check(endpoint, exchange, args)
  }

  async function check(
    endpoint: Endpoint,
    exchange: Exchange,
    args: Arguments,
  ): Promise<Requester> {
    const isWebhook = endpoint.auth === 'webhook'
    try {
      const requester = await (isWebhook
        ? byApiKeyArgument(exchange, args)
        : byAuthorizationHeader(exchange))
      if (!mayCall(requester, endpoint)) {
        throw new NotLoggedInError('This API is not available to incoming webhook bots.')
      }
      return requester
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (!(error instanceof NotLoggedInError)) {
        ctx.metrics.loginsRefused.inc({ reason: reasonOf(error) })
        await ctx.limits.countFailedCredentials(exchange.ip)
      }
      // What calls a webhook has no user to ask for credentials: the refusal is an ordinary one.
      throw isWebhook ? new InvalidArgumentError(error.message) : error
    }
  }
}

/** Methods that change nothing. */
const harmlessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site made a browser send this, to which the browser would add credentials
 * that its user once typed here. Programs send neither of the headers. Those whose pages come with them
 * (`file:`, `app:`) name an origin that no site can have; `null` is also that of hostile frames, which
 * browsers mark as cross-site.
 *
 * Source: docs/protocol/authentication.md#foreign-pages.
 */
function comesFromForeignPage({ request, origin: ownOrigin }: Exchange): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return false
  if (harmlessMethods.has(request.method ?? '')) return false
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined || origin === 'null') return site !== undefined
  if (!/^https?:/i.test(origin)) return false
  const hosts = [host?.toLowerCase(), new URL(ownOrigin).host]
  return site !== undefined || !URL.canParse(origin) || !hosts.includes(new URL(origin).host)
}

function wordsOf({ subdomain, request }: Exchange): string {
  return `${subdomain}\n${request.headers.authorization ?? ''}`
}

function mayCall(requester: Requester, { auth, webhookBots }: Endpoint): boolean {
  return auth === 'webhook' || webhookBots || requester.bot_type !== incomingWebhookBot
}

/**
 * The credentials of an Authorization header, still encoded. passport's own reading is more
 * lenient than the protocol, and words no refusals.
 */
function basicCredentials(header: string): string {
  if (header.trim() === '') {
    throw new NotLoggedInError('Not logged in: API authentication or user session required')
  }
  const [scheme = '', credentials = '', ...more] = header.trim().split(/\s+/)
  // A lone word, or a third one, is reported before the scheme is looked at, as clients know it.
  const isTwoWords = credentials !== '' && more.length === 0
  if (isTwoWords && scheme.toLowerCase() !== 'basic') throw new WrongSchemeError()
  if (!isTwoWords || !areWellFormed(credentials)) {
    throw new NotLoggedInError('Invalid authorization header for basic auth')
  }
  return credentials
}

/** A way to authenticate that the endpoint does not take: a bad request, not a failed login. */
class WrongSchemeError extends ApiError {
  constructor() {
    super('This endpoint requires HTTP basic authentication.')
  }
}

function areWellFormed(credentials: string): boolean {
  if (credentials.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(credentials)) return false
  const isText = isUtf8(Buffer.from(credentials, 'base64'))
  return isText && decodeCredentials(credentials).split(':').length === 2
}

function decodeCredentials(credentials: string): string {
  return Buffer.from(credentials, 'base64').toString('utf8')
}

/** Why credentials were refused, as metrics have it. */
function reasonOf({ code }: ApiError): 'deactivated' | 'key' {
  return code === 'INVALID_API_KEY' ? 'key' : 'deactivated'
}

/** The request as passport sees it, which needs no more, and writes its own things into it. */
interface BasicRequest {
  headers: { authorization: string }
  subdomain: string
}

type BasicCheck = (credentials: string, subdomain: string) => Promise<Requester>

/** Wraps passport's callbacks: Basic credentials in, the account out. */
function createBasicCheck(ctx: AppContext, accounts: Accounts): BasicCheck {
  // An instance of its own: the module's default one is shared by the whole process.
  const authenticator = new passport.Passport()
  authenticator.use(
    new BasicStrategy(
      { realm: 'zulip', passReqToCallback: true },
      (request: unknown, email: string, apiKey: string, done: BasicDone) => {
        const { subdomain } = request as BasicRequest
        accounts.authenticateAccount(ctx, subdomain, email.trim(), apiKey.trim()).then(
          (requester) => done(null, requester),
          (error: unknown) => done(error),
        )
      },
    ),
  )

  return (credentials, subdomain) =>
    new Promise((resolve, reject) => {
      const done: AuthenticateCallback = (error: Error | null, requester) => {
        if (error) reject(error)
        else if (requester) resolve(requester as Requester)
        // An empty email or key: passport does not even ask.
        else reject(new InvalidApiKeyError())
      }
      const request: BasicRequest = {
        headers: { authorization: `Basic ${credentials}` },
        subdomain,
      }
      const handle = authenticator.authenticate('basic', { session: false }, done) as Middleware
      handle(request, {}, reject)
    })
}

/** passport's types leave open what it makes; within Express it is a middleware. */
type Middleware = (request: unknown, response: unknown, next: (error: Error) => void) => void
type BasicDone = (error: unknown, requester?: Requester) => void
