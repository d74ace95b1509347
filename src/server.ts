import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'

import type { AppContext } from './context'
import { createApi } from './http/api'
import type { Accounts } from './http/authenticate'
import type { Endpoint } from './http/endpoint'
import { errorAnswer, sendJson } from './http/envelope'
import { NotFoundError } from './http/errors'
import { beginExchange, type Exchange } from './http/exchange'
import { explainFailure } from './http/failure'
import { operationRoutes } from './http/operation-routes'
import { pageHeaders } from './http/pages/page'
import { pageRoutes } from './http/pages/page-routes'
import { drainBody } from './http/arguments/body'
import { notFoundPage } from './http/pages/welcome-page'
import { emojiCodeToNames } from './markdown'
import * as authentication from './services/authentication'

/**
 * The whole server as an Express app: the endpoints, what operators ask of a worker, pages for
 * people, and a 404 for the rest.
 */
export function createApp(
  ctx: AppContext,
  endpoints: readonly Endpoint[],
  accounts: Accounts = authentication,
): Express {
  const api = createApi(ctx, endpoints, accounts)
  const app = express()
  app.disable('x-powered-by')
  // Clients take a 304 for a malformed answer. Source: client notes 11.
  app.disable('etag')

  app.use((request, response, next) => {
    if (!api.serve(request, response)) next()
  })
  app.use(observe(ctx))
  app.use(operationRoutes(ctx))
  app.use(pageRoutes(endpoints))
  app.get('/static/emoji-data.json', answerEmojiData)
  app.use(answerNotFound)
  app.use(answerFailure(ctx))
  return app
}

/** What the endpoints do for themselves: request id and log line. */
function observe(ctx: AppContext): RequestHandler {
  return (request, response, next) => {
    response.locals['exchange'] = beginExchange(ctx, request, response)
    drainBody(request)
    next()
  }
}

/** Every emoji with its names, for the pickers of clients. Source: client notes 9.5. */
const answerEmojiData: RequestHandler = (_request, response) => {
  const headers = { 'Cache-Control': 'public, max-age=86400' }
  sendJson(response, { status: 200, body: emojiData, headers })
}

const emojiData = JSON.stringify({ code_to_names: emojiCodeToNames })

const answerNotFound: RequestHandler = (_request, response) => {
  const { target } = response.locals['exchange'] as Exchange
  // Clients parse whatever the API answers; people read the rest.
  if (/^\/(api|json)(\/|$)/.test(target.path)) sendJson(response, errorAnswer(new NotFoundError()))
  else response.status(404).set(pageHeaders).end(notFoundPage())
}

function answerFailure(ctx: AppContext): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const refusal = explainFailure(ctx.log, response.locals['exchange'] as Exchange, error)
    if (refusal) sendJson(response, errorAnswer(refusal))
  }
}
