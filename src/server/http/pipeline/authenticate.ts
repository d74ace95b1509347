import { LRUCache } from 'lru-cache'

import type { AppContext } from '../../context'
import type { Requester, SessionCall } from '../../chat/rules/authentication'
import { ApiError } from '../../lib/api-error'
import type { Arguments } from '../arguments/arguments'
import type { Endpoint } from '../declare/endpoint'
import {
  ForeignPageError,
  InvalidArgumentError,
  MissingArgumentError,
  NotLoggedInError,
} from '../errors'
import { isScopeEnough, requireScope } from '../declare/scopes'
import { basicCredentials, createBasicCheck, decodeCredentials } from './basic-credentials'
import type { Exchange } from './exchange'
import { comesFromForeignPage, mayUseSession } from './foreign-pages'
import { forgottenCookies, sessionTokenOf } from './session-cookie'

/** The functions that find an account; server/chat/rules/authentication.ts, unless a test passes its own. */
export interface Accounts {
  authenticateAccount(
    ctx: AppContext,
    subdomain: string,
    email: string,
    apiKey: string,
  ): Promise<Requester>
  authenticateApiKey(ctx: AppContext, subdomain: string, apiKey: string): Promise<Requester>
  /** May answer, and throw, synchronously. */
  authenticateSession(ctx: AppContext, call: SessionCall): Requester | Promise<Requester>
  /** Whether an account found for an earlier call would still be found for the same call now. */
  isStillCurrent(ctx: AppContext, requester: Requester): boolean
}

/** The rules that decide which account is calling. */
export interface Authenticator {
  /**
   *
   * @returns the caller; undefined if the endpoint needs no authentication
   * @throws ApiError with 401, or 400 on webhooks, or 429 for an address that keeps sending wrong credentials
   */
  authenticate(
    endpoint: Endpoint,
    exchange: Exchange,
    args: Arguments,
  ): Requester | undefined | Promise<Requester | undefined>
  /**
   * The cached caller of an Authorization header that was right before, if its account is unchanged: decoding
   * and checking the same header would give the same result. Makes no query.
   */
  recognize(subdomain: string, authorization: string, endpoint: Endpoint): Requester | undefined
}

/** `bot_type` of bots that may only post from webhooks. */
const incomingWebhookBot = 2

/** Size of the cache by characters; clients send the same header with every call. */
const maxRememberedCharacters = 10_000_000
/** Min characters an entry counts for, which limits the cache to 50,000 entries. */
const leastCharacters = 200

/**
 * Sources: docs/protocol/authentication.md#basic, docs/protocol/authentication.md#sessions,
 * docs/protocol/authentication.md#key-argument.
 */
export function createAuthenticator(ctx: AppContext, accounts: Accounts): Authenticator {
  const checkBasic = createBasicCheck((subdomain, email, apiKey) =>
    accounts.authenticateAccount(ctx, subdomain, email, apiKey),
  )
  /** Cache of accounts by the subdomain and the header or key that authenticated them. */
  const remembered = new LRUCache<string, Requester>({
    maxSize: maxRememberedCharacters,
    sizeCalculation: (_requester, words) => Math.max(words.length, leastCharacters),
  })

  function recognize(
    subdomain: string,
    authorization: string,
    endpoint: Endpoint,
  ): Requester | undefined {
    const known = remembered.get(`${subdomain}\n${authorization}`)
    if (!known || !accounts.isStillCurrent(ctx, known)) return undefined
    return mayCall(known, endpoint) && hasScope(known, endpoint) ? known : undefined
  }

  async function byAuthorizationHeader(exchange: Exchange): Promise<Requester> {
    const credentials = basicCredentials(exchange.request.headers.authorization ?? '')
    try {
      return await lookUp(exchange, wordsOf(exchange), () =>
        checkBasic(credentials, exchange.subdomain),
      )
    } catch (error) {
      // Logs only the email: the key follows the colon.
      exchange.notes.account = decodeCredentials(credentials).split(':', 1)[0]?.slice(0, 254)
      throw error
    }
  }

  /**
   * Addresses with too many wrong credentials are refused before any lookup, unless the credentials are in
   * the cache.
   */
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

  /** Failures are not counted: the browser sends the cookie by itself, for any page. */
  function bySession(exchange: Exchange, token: string): Requester | Promise<Requester> {
    if (!mayUseSession(exchange)) throw new ForeignPageError()
    const { subdomain, ip } = exchange
    const refuse = (error: unknown): never => {
      if (error instanceof ApiError && error.status === 401) {
        exchange.headers['Set-Cookie'] = forgottenCookies(exchange)
      }
      throw error
    }
    try {
      const requester = accounts.authenticateSession(ctx, { subdomain, token, ip })
      return requester instanceof Promise ? requester.catch(refuse) : requester
    } catch (error) {
      return refuse(error)
    }
  }

  function authenticate(
    endpoint: Endpoint,
    exchange: Exchange,
    args: Arguments,
  ): Requester | undefined | Promise<Requester | undefined> {
    if (endpoint.auth !== 'webhook' && comesFromForeignPage(exchange)) throw new ForeignPageError()
    if (endpoint.auth === 'none') return undefined
    const token = endpoint.auth === 'basic' ? sessionTokenInUse(exchange) : undefined
    if (token !== undefined) return bySession(exchange, token)
    const { authorization = '' } = exchange.request.headers
    const isBasic = endpoint.auth === 'basic'
    const known = isBasic ? recognize(exchange.subdomain, authorization, endpoint) : undefined
    return known ?? check(endpoint, exchange, args)
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
      if (requester.namedKey) requireScope(requester.namedKey.scope, endpoint.scope)
      return requester
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (!(error instanceof NotLoggedInError)) {
        ctx.metrics.loginsRefused.inc({ reason: reasonOf(error) })
        await ctx.limits.countFailedCredentials(exchange.ip)
      }
      // The program behind a webhook cannot be asked for credentials, so it gets an ordinary refusal.
      throw isWebhook ? new InvalidArgumentError(error.message) : error
    }
  }

  return { authenticate, recognize }
}

/** The session token, unless the request has an Authorization header. */
function sessionTokenInUse(exchange: Exchange): string | undefined {
  const { authorization = '' } = exchange.request.headers
  return authorization.trim() === '' ? sessionTokenOf(exchange) : undefined
}

function wordsOf({ subdomain, request }: Exchange): string {
  return `${subdomain}\n${request.headers.authorization ?? ''}`
}

function mayCall(requester: Requester, { auth, webhookBots }: Endpoint): boolean {
  return auth === 'webhook' || webhookBots || requester.bot_type !== incomingWebhookBot
}

function hasScope({ namedKey }: Requester, { scope }: Endpoint): boolean {
  return namedKey === undefined || isScopeEnough(namedKey.scope, scope)
}

/** The label under which metrics count refused credentials. */
function reasonOf({ code }: ApiError): 'deactivated' | 'key' {
  return code === 'INVALID_API_KEY' ? 'key' : 'deactivated'
}
