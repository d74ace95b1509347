import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { AppContext } from '../../context'
import { createToken } from '../../chat/rules/credentials'
import { authenticateSession } from '../../chat/rules/authentication'
import { ApiError } from '../../lib/api-error'
import { readArguments } from '../arguments/arguments'
import type { BodyBudget } from '../arguments/body-budget'
import { page, pageHeaders } from '../answers/page'
import { html } from '../answers/html'
import type { Exchange } from '../pipeline/exchange'
import { isFromProxy } from '../pipeline/host'
import { loginCookie, loginKeyOf } from '../pipeline/login-cookie'
import { sessionCookies, sessionTokenOf } from '../pipeline/session-cookie'
import { LoginFailedError } from '../../identity/errors'
import { beginLogin, getOpenRealm, slugOfKind } from '../../identity/flow/begin'
import { browserSlug } from '../../identity/providers/browser-method'
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
import { desktopPage, desktopPageHeaders } from './desktop-page'

/*
 * The pages of logins by identity providers: redirects, and pages with a sentence for each fault.
 * Source: docs/protocol/single-sign-on.md#flow.
 */

type Context = AppContext

/** A step of a login, answered with a redirect or a page. */
type Step = (ctx: Context, exchange: Exchange, request: Request) => Promise<StepAnswer>
type StepAnswer =
  LoginEnd | { kind: 'desktop' } | { kind: 'loggedOut' } | { kind: 'metadata'; xml: string }

/** @param strangers bounds the unfinished bodies of callers that are not authenticated */
export function loginRoutes(ctx: Context, strangers: BodyBudget): Router {
  const router = Router()
  router.get('/accounts/login/social/:slug', answer(ctx, begin))
  router.get('/accounts/register/social/:slug', answer(ctx, begin))
  router.get(`/complete/${browserSlug}`, answer(ctx, completeHere))
  router.get('/complete/:slug', answer(ctx, complete))
  router.post('/complete/:slug', answer(ctx, receiveWithin(strangers)))
  router.post('/complete/:slug/choose', answer(ctx, chooseWithin(strangers)))
  router.get('/complete/:slug/logout', answer(ctx, logOut))
  router.post('/complete/:slug/logout', answer(ctx, logOutWithin(strangers)))
  router.get('/complete/:slug/metadata.xml', answer(ctx, describe))
  router.get('/accounts/login/start/sso', answer(ctx, beginByProxy))
  router.get('/accounts/login/sso', answer(ctx, completeByProxy))
  router.get(
    '/accounts/login/jwt',
    answer(ctx, (_ctx, exchange) => enterByToken(ctx, exchange)),
  )
  router.post('/accounts/login/jwt', answer(ctx, enterByTokenWithin(strangers)))
  router.get('/accounts/login/subdomain/:token', answer(ctx, enterDesktopApp))
  return router
}

function answer(ctx: Context, step: Step): RequestHandler {
  return async (request, response) => {
    const exchange = response.locals['exchange'] as Exchange
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    try {
      send(response, exchange, await step(ctx, exchange, request))
    } catch (error) {
      if (error instanceof LoginFailedError) {
        Object.assign(exchange.notes, { refusal: error.reason })
        sendPage(response, error.status, failedPage(error.message))
      } else if (error instanceof ApiError) {
        response.set(error.headers)
        sendPage(response, error.status, failedPage(error.message))
      } else throw error
    }
  }
}

function send(response: Response, exchange: Exchange, end: StepAnswer): void {
  if (end.kind === 'metadata') {
    response.status(200).set('Content-Type', 'application/samlmetadata+xml').end(end.xml)
    return
  }
  if (end.kind === 'loggedOut') {
    sendPage(response, 200, loggedOutPage())
    return
  }
  if (end.kind === 'choose') {
    sendPage(response, 200, choicePage(end))
    return
  }
  if (end.kind !== 'redirect') {
    const isCode = end.kind === 'code'
    sendPage(response, 200, isCode ? codePage(end.code) : desktopPage(), {
      ...(isCode ? pageHeaders : desktopPageHeaders),
    })
    return
  }
  if (end.sessionToken !== undefined) {
    response.append('Set-Cookie', sessionCookies(exchange, end.sessionToken))
  }
  // A browser repeats no form at the next address.
  response
    .status(exchange.request.method === 'POST' ? 303 : 302)
    .set('Location', end.location)
    .end()
}

function sendPage(
  response: Response,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = pageHeaders,
): void {
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store' })
    .end(text)
}

const padPattern = /^[0-9a-f]{64}$/i

const begin: Step = (ctx, exchange, request) => beginAt(ctx, exchange, slugIn(request))

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
  const browserKey = loginKeyOf(exchange) ?? createToken()
  exchange.response.appendHeader('Set-Cookie', loginCookie(exchange, browserKey))
  const { subdomain, ip, origin } = exchange
  const location = await beginLogin(ctx, {
    ...{ subdomain, ip, origin, browserKey, mobilePad, desktopKey },
    slug,
    next: localPathOf(query.get('next') ?? ''),
    linkKey: query.get('multiuse_object_key') ?? undefined,
  })
  return { kind: 'redirect', location }
}

/** The only provider of the kind `proxy`: its addresses do not name it. */
const beginByProxy: Step = async (ctx, exchange) =>
  beginAt(ctx, exchange, await slugOfKind(ctx, exchange.subdomain, 'proxy'))

const completeByProxy: Step = async (ctx, exchange) => {
  const { subdomain, ip, origin, target, request } = exchange
  return completeLogin(ctx, {
    ...{ subdomain, ip, origin, query: target.query },
    slug: await slugOfKind(ctx, subdomain, 'proxy'),
    userAgent: userAgentOf(exchange),
    browserKey: loginKeyOf(exchange),
    vouched: isFromProxy(request, ctx.config.loginProxies) ? request.headersDistinct : undefined,
  })
}

const complete: Step = async (ctx, exchange, request) => {
  const { subdomain, ip, origin, target } = exchange
  return completeLogin(ctx, {
    ...{ subdomain, ip, origin, slug: slugIn(request), query: target.query },
    userAgent: userAgentOf(exchange),
    browserKey: loginKeyOf(exchange),
  })
}

/** The person has chosen one of their addresses. */
function chooseWithin(budget: BodyBudget): Step {
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
function receiveWithin(budget: BodyBudget): Step {
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
function enterByTokenWithin(budget: BodyBudget): Step {
  return async (ctx, exchange) => {
    const given = await readArguments(exchange.request, '', {
      ...{ maxBodyBytes: maxTokenFormBytes, keepBody: false, budget },
    })
    return enterByToken(ctx, exchange, given)
  }
}

const enterByToken = (
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
const logOut: Step = async (ctx, exchange, request) => {
  const { query } = exchange.target
  const given = new URLSearchParams(query)
  if (given.has('SAMLResponse')) return { kind: 'redirect', location: '/login' }
  return logOutBy(ctx, exchange, {
    ...{ slug: slugIn(request), brought: { query }, relayState: given.get('RelayState') ?? '' },
  })
}

function logOutWithin(budget: BodyBudget): Step {
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

const describe: Step = async (ctx, { subdomain, origin }, request) => ({
  kind: 'metadata',
  xml: await describeWay(ctx, { subdomain, origin, slug: slugIn(request) }),
})

/** The browser has logged in, and goes back to its app. */
const completeHere: Step = async (ctx, exchange) => {
  const { subdomain, ip, origin, target } = exchange
  const token = sessionTokenOf(exchange)
  // A browser sends the cookie of its session only on the way from a page of this server.
  if (token === undefined) throw new LoginFailedError('You are not logged in in this browser.')
  const requester = await authenticateSession(ctx, { subdomain, token, ip })
  const state = new URLSearchParams(target.query).get('state') ?? ''
  return completeInBrowser(ctx, requester, {
    ...{ origin, token: state, browserKey: loginKeyOf(exchange) },
  })
}

const enterDesktopApp: Step = async (ctx, exchange, request) => {
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

function failedPage(sentence: string): string {
  return page(
    'Login',
    html`<h1>You are not logged in</h1>
      <p role="alert">${sentence}</p>
      <p><a href="/login">Back to the login page</a></p>`,
  )
}

function loggedOutPage(): string {
  return page(
    'Logout',
    html`<h1>You are logged out</h1>
      <p><a href="/login">Back to the login page</a></p>`,
  )
}

function choicePage({ slug, state, choices }: LoginEnd & { kind: 'choose' }): string {
  return page(
    'Login',
    html`<h1>Choose your address</h1>
      <p>You have several addresses. Choose the one to log in with here.</p>
      <form method="post" action="/complete/${slug}/choose/">
        <input type="hidden" name="state" value="${state}" />
        ${choices.map(
          (address) => html`<p><button name="address" value="${address}">${address}</button></p> `,
        )}
      </form>`,
  )
}

function codePage(code: string): string {
  return page(
    'Login',
    html`<h1>Back to the app</h1>
      <p>Copy this code, and paste it in the app within 15 seconds. It works once.</p>
      <pre><code>${code}</code></pre>`,
  )
}
