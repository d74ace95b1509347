import { Router } from 'express'
import type { Response } from 'express'
import type { AppContext } from '../../context'
import { sendJson } from '../answers/envelope'
import type { Endpoint } from '../declare/endpoint'
import { openApiDocument } from '../openapi/document'
import type { OpenApiDocument } from '../openapi/types'
import type { Exchange } from '../pipeline/exchange'
import { apiPage } from './api-page'
import { pageHeaders, welcomePage } from './page'

/** The description of the API, for programs and for people, and the page at the root. */
export function pageRoutes(endpoints: readonly Endpoint[]): Router {
  const router = Router()
  const document = openApiDocument(endpoints, { serverUrl: '' })

  /** The document with the address under which this client reached us. */
  function documentFor(response: Response): OpenApiDocument {
    const { origin } = response.locals['exchange'] as Exchange
    return { ...document, servers: [{ url: origin }] }
  }

  router.get('/', (_request, response) => {
    response.set(pageHeaders).end(welcomePage())
  })
  router.get('/api', (_request, response) => {
    response.set(pageHeaders).end(apiPage(documentFor(response)))
  })
  router.get('/api/v1/openapi.json', (_request, response) => {
    sendJson(response, { status: 200, body: JSON.stringify(documentFor(response)) })
  })

  return router
}

/** Answers for load balancers and operators, about one worker. */
export function operationRoutes(ctx: AppContext): Router {
  const router = Router()

  // The process runs its event loop; whether its stores do is another question.
  router.get('/health', (_request, response) => {
    sendJson(response, { status: 200, body: JSON.stringify({ status: 'ok' }) })
  })

  router.get('/ready', async (_request, response) => {
    const readiness = await ctx.isReady()
    sendJson(response, { status: readiness.ready ? 200 : 503, body: JSON.stringify(readiness) })
  })

  router.get('/metrics', async (_request, response) => {
    const { registry, dbPool } = ctx.metrics
    for (const [state, connections] of Object.entries(ctx.db.pool())) {
      dbPool.set({ state }, connections)
    }
    response.set('Content-Type', registry.contentType).end(await registry.metrics())
  })

  return router
}
