import express from 'express'
import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import type { AppContext } from '../context'
import { createApi } from '../http/pipeline/api'
import type { Api } from '../http/pipeline/api'
import { loginRoutes } from '../http/logins/routes'
import { scimRoutes } from '../http/scim/routes'
import { PlainPolls } from '../api/events/get-events-fast'
import { createAuthenticator } from '../http/pipeline/authenticate'
import type { Accounts } from '../http/pipeline/authenticate'
import type { Endpoint } from '../http/declare/endpoint'
import { errorAnswer, sendJson } from '../http/answers/envelope'
import { NotFoundError } from '../http/errors'
import { Exchange } from '../http/pipeline/exchange'
import { explainFailure } from '../http/answers/failure'
import { operationRoutes, pageRoutes } from '../http/pages/routes'
import { pageHeaders, notFoundPage } from '../http/answers/page'
import { webRoutes } from '../http/web/routes'
import { localPart } from '../http/pipeline/request-target'
import type { Listener } from '../http/pipeline/listen'
import { ServedResponse } from '../http/pipeline/served-response'
import { drainBody } from '../http/arguments/body'
import { BodyBudget } from '../http/arguments/body-budget'
import { emojiRoutes } from '../http/pages/emoji-routes'
import { emojiCodeToNames } from '../text/markdown/emoji'
import {
  authenticateAccount,
  authenticateApiKey,
  authenticateSession,
  isStillCurrent,
} from '../chat/rules/authentication'

// Express gives each response another prototype, which by default inherits only from node's.
Object.setPrototypeOf(express.response, ServedResponse.prototype)

/**
 * The request listener of the server: handles plain polls and endpoints with `shortPath` first, and
 * passes all other requests to an Express app. Both run endpoints through the same pipeline
 * (`http/pipeline/api.ts`).
 */
export function createRequestListener(
  ctx: AppContext,
  endpoints: readonly Endpoint[],
  accounts: Accounts = {
    authenticateAccount,
    authenticateApiKey,
    authenticateSession,
    isStillCurrent,
  },
): Listener {
  const paths = new Set(endpoints.filter(({ shortPath }) => shortPath).map(({ path }) => path))
  const isInFront = ({ path }: Endpoint): boolean => paths.has(path)
  const authenticator = createAuthenticator(ctx, accounts)
  const polls = new PlainPolls(ctx, authenticator)
  const strangers = new BodyBudget(bytesOfStrangers)
  const front = createApi(ctx, endpoints.filter(isInFront), authenticator, strangers)
  const others = endpoints.filter((endpoint) => !isInFront(endpoint))
  const app = createApp(ctx, {
    endpoints,
    strangers,
    api: createApi(ctx, others, authenticator, strangers),
  })
  return (request, response) => {
    if (polls.serve(request, response) || front.serve(request, response)) return
    // Express would make node parse a full URL, which warns about invalid ones, and will throw in
    // the future.
    request.url = localPart(request.url ?? '') || '/'
    app(request, response)
  }
}

/** Bound of all unfinished bodies whose sender is not authenticated, together. */
const bytesOfStrangers = 16 * 1024 * 1024

interface AppParts {
  api: Api
  endpoints: readonly Endpoint[]
  strangers: BodyBudget
}

/**
 * The Express app: endpoints, operational routes, the web app and pages, and a 404 for all other
 * paths.
 */
function createApp(ctx: AppContext, { api, endpoints, strangers }: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  // Clients treat a 304 as a malformed response. Source: docs/protocol/requests.md#no-etag.
  app.disable('etag')

  app.use((request, response, next) => {
    if (!api.serve(request, served(response))) next()
  })
  app.use('/scim/v2', scimRoutes(ctx))
  app.use(observe(ctx))
  app.use(operationRoutes(ctx))
  app.use(pageRoutes(endpoints))
  app.use(loginRoutes(ctx, strangers))
  app.use(webRoutes(ctx, strangers))
  app.use(emojiRoutes(emojiCodeToNames))
  app.use(answerNotFound)
  app.use(answerFailure(ctx))
  return app
}

/**
 * The response as a ServedResponse: Express wraps the given object by changing its prototype only.
 */
function served(response: express.Response): ServedResponse {
  return response as unknown as ServedResponse
}

/** Gives requests an id and a log line; endpoints do so themselves. */
function observe(ctx: AppContext): RequestHandler {
  return (request, response, next) => {
    const exchange = new Exchange(ctx, request, served(response))
    response.set(exchange.headers)
    response.locals['exchange'] = exchange
    drainBody(request)
    next()
  }
}

const answerNotFound: RequestHandler = (_request, response) => {
  const { target, notes } = response.locals['exchange'] as Exchange
  const refusal = new NotFoundError()
  Object.assign(notes, { code: refusal.code, refusal: refusal.name })
  // API clients parse every response; other paths are read by people.
  if (/^\/(api|json)(\/|$)/.test(target.path)) sendJson(response, errorAnswer(refusal))
  // Not to be cached: during an upgrade, another worker may have the missing file.
  else
    response
      .status(404)
      .set({ ...pageHeaders, 'Cache-Control': 'no-store' })
      .end(notFoundPage())
}

function answerFailure(ctx: AppContext): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const refusal = explainFailure(ctx.log, response.locals['exchange'] as Exchange, error)
    if (refusal) sendJson(response, errorAnswer(refusal))
  }
}
