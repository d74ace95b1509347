import type { Request } from 'express'
import type { AppContext } from '../../context'
import { createToken } from '../../chat/rules/credentials'
import { authenticateSession } from '../../chat/rules/authentication'
import type { Requester } from '../../chat/rules/authentication'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { readArguments } from '../arguments/arguments'
import type { BodyBudget } from '../arguments/body-budget'
import type { Exchange } from '../pipeline/exchange'
import { isFromProxy } from '../pipeline/host'
import { loginCookie, loginKeyOf } from '../pipeline/login-cookie'
import { sessionTokenOf } from '../pipeline/session-cookie'
import { LoginFailedError } from '../../identity/errors'
import { beginLogin, getOpenRealm, slugOfKind } from '../../identity/flow/begin'
import { completeChoice, completeLogin } from '../../identity/flow/complete'
import { completeInBrowser } from '../../identity/flow/complete-in-browser'
import { localPathOf } from '../../identity/flow/local-path'
import { logInByToken } from '../../identity/flow/log-in-by-token'
import { logOutByProvider } from '../../identity/flow/log-out'
import type { BroughtLogout } from '../../identity/flow/log-out'
import { receiveForm } from '../../identity/flow/receive'
import { describeWay } from '../../identity/flow/describe-way'
import { endInDesktopApp } from '../../identity/flow/end'
import type { LoginEnd } from '../../identity/flow/end'

/* The steps of logins. Source: docs/protocol/single-sign-on.md#flow. */

type Context = AppContext

/** A step of a login, answered with a redirect or a page. */
export type Step = (ctx: Context, exchange: Exchange, request: Request) => Promise<StepAnswer>
export type StepAnswer =
  LoginEnd | { kind: 'desktop' } | { kind: 'loggedOut' } | { kind: 'metadata'; xml: string }

const padPattern = /^[0-9a-f]{64}$/i

export const begin: Step = (ctx, exchange, request) => beginAt(ctx, exchange, slugIn(request))

async function beginAt(ctx: Context, exchange: Exchange, slug: string): Promise<StepAnswer> {
  const query = new URLSearchParams(exchange.target.query)
  const mobilePad = padIn(query, 'mobile_flow_otp')
  const desktopKey = padIn(query, 'desktop_flow_otp')
  if (mobilePad !== undefined && desktopKey !== undefined) {
    throw new LoginFailedError("Can't use both mobile_flow_otp and desktop_flow_otp together.", {
      status: 400,
    })
  }
  const isDesktopApp = /\bZulipElectron\//.test(userAgentOf(exchange))
  if (isDesktopApp && mobilePad === undefined && desktopKey === undefined) {
    return { kind: 'desktop' }
  }
  const isTrial = query.get('trial') === '1'
  if (isTrial) requireOwner(await sessionOf(ctx, exchange))
  const browserKey = loginKeyOf(exchange) ?? createToken()
  exchange.response.appendHeader('Set-Cookie', loginCookie(exchange, browserKey))
  const { subdomain, ip, origin } = exchange
  const location = await beginLogin(ctx, {
    ...{ subdomain, ip, origin, browserKey, mobilePad, desktopKey, isTrial },
    slug,
    next: localPathOf(query.get('next') ?? ''),
    linkKey: query.get('multiuse_object_key') ?? undefined,
  })
  return { kind: 'redirect', location }
}

/** The only provider of the kind `proxy`: its addresses do not name it. */
export const beginByProxy: Step = async (ctx, exchange) =>
  beginAt(ctx, exchange, await slugOfKind(ctx, exchange.subdomain, 'proxy'))

export const completeByProxy: Step = async (ctx, exchange) => {
  const { subdomain, ip, origin, target, request } = exchange
  return completeLogin(ctx, {
    ...{ subdomain, ip, origin, query: target.query },
    slug: await slugOfKind(ctx, subdomain, 'proxy'),
    userAgent: userAgentOf(exchange),
    browserKey: loginKeyOf(exchange),
    vouched: isFromProxy(request, ctx.config.loginProxies) ? request.headersDistinct : undefined,
  })
}

export const complete: Step = async (ctx, exchange, request) => {
  const { subdomain, ip, origin, target } = exchange
  return completeLogin(ctx, {
    ...{ subdomain, ip, origin, slug: slugIn(request), query: target.query },
    userAgent: userAgentOf(exchange),
    browserKey: loginKeyOf(exchange),
  })
}

/** The person has chosen one of their addresses. */
export function chooseWithin(budget: BodyBudget): Step {
  return async (ctx, exchange, request) => {
    const { subdomain, ip, origin } = exchange
    const given = await readArguments(exchange.request, '', {
      ...{ maxBodyBytes: maxTokenFormBytes, keepBody: false, budget },
    })
    return completeChoice(ctx, {
      ...{ subdomain, ip, origin, slug: slugIn(request), userAgent: userAgentOf(exchange) },
      browserKey: loginKeyOf(exchange),
      state: given.get('state') ?? '',
      address: given.get('address') ?? '',
    })
  }
}

/** Max bytes of a form of a provider. */
const maxFormBytes = 256 * 1024

/** The browser brings the form of a SAML provider. */
export function receiveWithin(budget: BodyBudget): Step {
  return async (ctx, exchange, request) => {
    const { subdomain, ip, origin } = exchange
    const given = await readArguments(exchange.request, '', {
      ...{ maxBodyBytes: maxFormBytes, keepBody: false, budget },
    })
    const { location, browserKey } = await receiveForm(ctx, {
      ...{ subdomain, ip, origin, slug: slugIn(request) },
      response: given.get('SAMLResponse') ?? '',
      relayState: given.get('RelayState') ?? '',
    })
    if (browserKey !== undefined) {
      exchange.response.appendHeader('Set-Cookie', loginCookie(exchange, browserKey))
    }
    return { kind: 'redirect', location }
  }
}

/** Max bytes of a form with a token. */
const maxTokenFormBytes = 32 * 1024

/** Another site has the browser post a token. */
export function enterByTokenWithin(budget: BodyBudget): Step {
  return async (ctx, exchange) => {
    const given = await readArguments(exchange.request, '', {
      ...{ maxBodyBytes: maxTokenFormBytes, keepBody: false, budget },
    })
    return enterByToken(ctx, exchange, given)
  }
}

/** @param given the form of the site; absent: there is none */
export const enterByToken = (
  ctx: Context,
  exchange: Exchange,
  given?: { get(name: string): string | undefined },
): Promise<LoginEnd> =>
  logInByToken(ctx, {
    ...{ subdomain: exchange.subdomain, ip: exchange.ip, userAgent: userAgentOf(exchange) },
    token: given?.get('token') ?? '',
    next: localPathOf(given?.get('next') ?? ''),
  })

/** The provider has the browser bring its request, or its answer to one of this server. */
export const logOut: Step = async (ctx, exchange, request) => {
  const { query } = exchange.target
  const given = new URLSearchParams(query)
  if (given.has('SAMLResponse')) return { kind: 'redirect', location: '/login' }
  return logOutBy(ctx, exchange, {
    ...{ slug: slugIn(request), brought: { query }, relayState: given.get('RelayState') ?? '' },
  })
}

export function logOutWithin(budget: BodyBudget): Step {
  return async (ctx, exchange, request) => {
    const given = await readArguments(exchange.request, '', {
      ...{ maxBodyBytes: maxTokenFormBytes, keepBody: false, budget },
    })
    if (given.get('SAMLResponse') !== undefined) return { kind: 'redirect', location: '/login' }
    const form = given.get('SAMLRequest') ?? ''
    const relayState = given.get('RelayState') ?? ''
    return logOutBy(ctx, exchange, { slug: slugIn(request), brought: { form }, relayState })
  }
}

async function logOutBy(
  ctx: Context,
  { subdomain, ip, origin }: Exchange,
  given: Pick<BroughtLogout, 'slug' | 'brought' | 'relayState'>,
): Promise<StepAnswer> {
  const location = await logOutByProvider(ctx, { subdomain, ip, origin, ...given })
  return location === undefined ? { kind: 'loggedOut' } : { kind: 'redirect', location }
}

export const describe: Step = async (ctx, { subdomain, origin }, request) => ({
  kind: 'metadata',
  xml: await describeWay(ctx, { subdomain, origin, slug: slugIn(request) }),
})

/** The browser has logged in, and goes back to its app. */
export const completeHere: Step = async (ctx, exchange) => {
  const { origin, target } = exchange
  const requester = await sessionOf(ctx, exchange)
  const state = new URLSearchParams(target.query).get('state') ?? ''
  return completeInBrowser(ctx, requester, {
    ...{ origin, token: state, browserKey: loginKeyOf(exchange) },
  })
}

/** The person whose session the browser has. @throws LoginFailedError without one */
async function sessionOf(ctx: Context, exchange: Exchange): Promise<Requester> {
  const { subdomain, ip } = exchange
  const token = sessionTokenOf(exchange)
  // A browser sends the cookie of its session only on the way from a page of this server.
  if (token === undefined) throw new LoginFailedError('You are not logged in in this browser.')
  return authenticateSession(ctx, { subdomain, token, ip })
}

export const enterDesktopApp: Step = async (ctx, exchange, request) => {
  const { subdomain, ip } = exchange
  const { id: realmId } = await getOpenRealm(ctx, subdomain)
  const token = String(request.params['token'])
  const replaces = sessionTokenOf(exchange)
  return endInDesktopApp(ctx, {
    ...{ realmId, token, ip, userAgent: userAgentOf(exchange), replaces },
  })
}

const slugIn = (request: Request) => String(request.params['slug'])

const userAgentOf = ({ request }: Exchange) => request.headers['user-agent'] ?? ''

function padIn(query: URLSearchParams, name: string): string | undefined {
  const pad = query.get(name)
  if (pad === null) return undefined
  if (!padPattern.test(pad)) throw new LoginFailedError('Invalid OTP', { status: 400 })
  return pad.toLowerCase()
}
