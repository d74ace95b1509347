import { Router } from 'express'
import type { Request, RequestHandler, Response } from 'express'
import type { AppContext } from '../../context'
import { ApiError } from '../../lib/api-error'
import type { BodyBudget } from '../arguments/body-budget'
import { pageHeaders } from '../answers/page'
import type { Exchange } from '../pipeline/exchange'
import { sessionCookies } from '../pipeline/session-cookie'
import { LoginFailedError } from '../../identity/errors'
import { browserSlug } from '../../identity/providers/browser-method'
import { choicePage, codePage, failedPage, loggedOutPage } from './pages'
import { pageLanguages } from './sentences'
import type { PageLanguage } from './sentences'
import { trialPage } from './trial-page'
import { languageOfPage } from '../web/page-language'
import { desktopPage, desktopPageHeaders } from './desktop-page'
import * as steps from './steps'
import type { Step, StepAnswer } from './steps'

/*
 * The pages of logins by identity providers: redirects, and pages with a sentence for each fault.
 * Source: docs/protocol/single-sign-on.md#flow.
 */

type Context = AppContext

/** @param strangers bounds the unfinished bodies of callers that are not authenticated */
export function loginRoutes(ctx: Context, strangers: BodyBudget): Router {
  const router = Router()
  router.get('/accounts/login/social/:slug', answer(ctx, steps.begin))
  router.get('/accounts/register/social/:slug', answer(ctx, steps.begin))
  router.get(`/complete/${browserSlug}`, answer(ctx, steps.completeHere))
  router.get('/complete/:slug', answer(ctx, steps.complete))
  router.post('/complete/:slug', answer(ctx, steps.receiveWithin(strangers)))
  router.post('/complete/:slug/choose', answer(ctx, steps.chooseWithin(strangers)))
  router.get('/complete/:slug/logout', answer(ctx, steps.logOut))
  router.post('/complete/:slug/logout', answer(ctx, steps.logOutWithin(strangers)))
  router.get('/complete/:slug/metadata.xml', answer(ctx, steps.describe))
  router.get('/accounts/login/start/sso', answer(ctx, steps.beginByProxy))
  router.get('/accounts/login/sso', answer(ctx, steps.completeByProxy))
  router.get(
    '/accounts/login/jwt',
    answer(ctx, (_ctx, exchange) => steps.enterByToken(ctx, exchange)),
  )
  router.post('/accounts/login/jwt', answer(ctx, steps.enterByTokenWithin(strangers)))
  router.get('/accounts/login/subdomain/:token', answer(ctx, steps.enterDesktopApp))
  return router
}

function answer(ctx: Context, step: Step): RequestHandler {
  return async (request, response) => {
    const exchange = response.locals['exchange'] as Exchange
    const language = languageOf(request)
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    try {
      send(response, { exchange, language }, await step(ctx, exchange, request))
    } catch (error) {
      if (error instanceof LoginFailedError) {
        Object.assign(exchange.notes, { refusal: error.reason })
        sendPage(response, error.status, failedPage(language, error.message))
      } else if (error instanceof ApiError) {
        response.set(error.headers)
        sendPage(response, error.status, failedPage(language, error.message))
      } else throw error
    }
  }
}

/** The language of the app in this browser. */
function languageOf(request: Request): PageLanguage {
  const tag = languageOfPage(request, pageLanguages)
  return pageLanguages.find((each) => each === tag) ?? 'en'
}

function send(
  response: Response,
  { exchange, language }: { exchange: Exchange; language: PageLanguage },
  end: StepAnswer,
): void {
  if (end.kind === 'metadata') {
    response.status(200).set('Content-Type', 'application/samlmetadata+xml').end(end.xml)
    return
  }
  if (end.kind === 'trial') {
    sendPage(response, 200, trialPage(end.outcome))
    return
  }
  if (end.kind === 'loggedOut') {
    sendPage(response, 200, loggedOutPage(language))
    return
  }
  if (end.kind === 'choose') {
    sendPage(response, 200, choicePage(language, end))
    return
  }
  if (end.kind !== 'redirect') {
    const isCode = end.kind === 'code'
    sendPage(response, 200, isCode ? codePage(language, end.code) : desktopPage(language), {
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
