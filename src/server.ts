import { createHash } from 'node:crypto'
import express from 'express'
import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import type { AppContext } from './context'
import { createApi } from './http/pipeline/api'
import type { Api } from './http/pipeline/api'
import { PlainPolls } from './api/events/plain-polls'
import { createAuthenticator } from './http/pipeline/authenticate'
import type { Accounts } from './http/pipeline/authenticate'
import type { Endpoint } from './http/declare/endpoint'
import { errorAnswer, sendJson } from './http/answers/envelope'
import { NotFoundError } from './http/errors'
import { Exchange } from './http/pipeline/exchange'
import { explainFailure } from './http/answers/failure'
import { operationRoutes, pageRoutes } from './http/pages/routes'
import { pageHeaders, notFoundPage } from './http/pages/page'
import { webRoutes } from './http/web/routes'
import { localPart } from './http/pipeline/request-target'
import type { Listener } from './http/pipeline/listen'
import { ServedResponse } from './http/pipeline/served-response'
import { drainBody } from './http/arguments/body'
import { emojiCodeToNames } from './markdown/emoji'
import * as authentication from './services/authentication'

// Express gives each response another prototype, which by itself knows only node's.
Object.setPrototypeOf(express.response, ServedResponse.prototype)

/**
 * The whole server: in front the polls that are plainly polls and those endpoints that ask for the
 * short path, behind them an Express app with all others. Both serve endpoints with the same pipeline
 * (`http/pipeline/api.ts`).
 */
export function createRequestListener(
  ctx: AppContext,
  endpoints: readonly Endpoint[],
  accounts: Accounts = authentication,
): Listener {
  const paths = new Set(endpoints.filter(({ shortPath }) => shortPath).map(({ path }) => path))
  const isInFront = ({ path }: Endpoint): boolean => paths.has(path)
  const authenticator = createAuthenticator(ctx, accounts)
  const polls = new PlainPolls(ctx, authenticator)
  const front = createApi(ctx, endpoints.filter(isInFront), authenticator)
  const others = endpoints.filter((endpoint) => !isInFront(endpoint))
  const app = createApp(ctx, createApi(ctx, others, authenticator), endpoints)
  return (request, response) => {
    if (polls.serve(request, response) || front.serve(request, response)) return
    // Express would have node read a whole URL, which warns of those that are none, and will throw.
    request.url = localPart(request.url ?? '') || '/'
    app(request, response)
  }
}

/** The endpoints, what operators ask of a worker, the web app and pages, and a 404 for the rest. */
function createApp(ctx: AppContext, api: Api, endpoints: readonly Endpoint[]): Express {
  const app = express()
  app.disable('x-powered-by')
  // Clients take a 304 for a malformed answer. Source: docs/protocol/requests.md#no-etag.
  app.disable('etag')

  app.use((request, response, next) => {
    if (!api.serve(request, served(response))) next()
  })
  app.use(observe(ctx))
  app.use(operationRoutes(ctx))
  app.use(pageRoutes(endpoints))
  app.use(webRoutes(ctx))
  app.get('/static/emoji-data.json', answerEmojiData)
  app.use(answerNotFound)
  app.use(answerFailure(ctx))
  return app
}

/** What Express hands on is what it was given, in its own dress. */
function served(response: express.Response): ServedResponse {
  return response as unknown as ServedResponse
}

/** Gives requests an id and a log line, which endpoints do by themselves. */
function observe(ctx: AppContext): RequestHandler {
  return (request, response, next) => {
    const exchange = new Exchange(ctx, request, served(response))
    response.set(exchange.headers)
    response.locals['exchange'] = exchange
    drainBody(request)
    next()
  }
}

/**
 * Every emoji with its names, for the pickers of clients.
 * Source: docs/protocol/uploads.md#emoji-data.
 */
const answerEmojiData: RequestHandler = (request, response) => {
  const headers = { 'Cache-Control': 'public, max-age=86400', ETag: emojiTag }
  response.set(headers)
  // Only those are told so who asked with the tag: nobody mistakes it for a malformed answer.
  if (request.fresh) response.status(304).end()
  else sendJson(response, { status: 200, body: emojiData, headers })
}

const emojiData = JSON.stringify({ code_to_names: emojiCodeToNames })
const emojiTag = `"${createHash('sha256').update(emojiData).digest('base64url')}"`

const answerNotFound: RequestHandler = (_request, response) => {
  const { target, notes } = response.locals['exchange'] as Exchange
  const refusal = new NotFoundError()
  Object.assign(notes, { code: refusal.code, refusal: refusal.name })
  // Clients parse whatever the API answers; people read the rest.
  if (/^\/(api|json)(\/|$)/.test(target.path)) sendJson(response, errorAnswer(refusal))
  // Not to be kept: where workers are replaced, another one may have what is missing here.
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
