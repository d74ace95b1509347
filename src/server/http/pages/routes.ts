import { createHash } from 'node:crypto'
import { Router } from 'express'
import type { Response } from 'express'
import type { AppContext } from '../../context'
import { sendJson } from '../answers/envelope'
import type { Endpoint } from '../declare/endpoint'
import { openApiDocument } from '../openapi/document'
import type { Exchange } from '../pipeline/exchange'
import { escapeHtml } from '../../text/html'
import { apiPage } from './api-page'
import { answerMetrics } from './metrics'
import { pageHeaders } from '../answers/page'

/** Routes of the API description, for programs and for people. */
export function pageRoutes(endpoints: readonly Endpoint[]): Router {
  const router = Router()
  const documentAt = (serverUrl: string) => openApiDocument(endpoints, { serverUrl })
  const page = forAnyOrigin((serverUrl) => apiPage(documentAt(serverUrl)), escapeHtml)
  const json = forAnyOrigin((serverUrl) => JSON.stringify(documentAt(serverUrl)), insideJson)

  router.get('/api', (request, response) => {
    const { text, headers } = page(originOf(response))
    response.set({ ...pageHeaders, ...headers })
    if (request.fresh) response.status(304).end()
    else response.end(text)
  })
  router.get('/api/v1/openapi.json', (request, response) => {
    const { text, headers } = json(originOf(response))
    response.set(headers)
    // A 304 goes only to clients that sent the tag, so no client takes it for a malformed answer.
    if (request.fresh) response.status(304).end()
    else sendJson(response, { status: 200, body: text, headers })
  })

  return router
}

function originOf(response: Response): string {
  return (response.locals['exchange'] as Exchange).origin
}

/** A text with its ETag header. */
interface Tagged {
  text: string
  headers: Readonly<Record<string, string>>
}

/**
 * Makes a large text once, on the first request, and then only inserts the address by which each client
 * reached us.
 *
 * @param spell the address as it is spelled inside the text
 */
function forAnyOrigin(
  make: (serverUrl: string) => string,
  spell: (origin: string) => string,
): (origin: string) => Tagged {
  const placeholder = 'https://origin.invalid'
  let made: { parts: string[]; digest: string } | undefined
  return (origin) => {
    if (!made) {
      const text = make(placeholder)
      const digest = createHash('sha256').update(text).digest('base64url')
      made = { parts: text.split(placeholder), digest }
    }
    const tag = createHash('sha256').update(made.digest).update(origin).digest('base64url')
    return {
      text: made.parts.join(spell(origin)),
      headers: { 'Cache-Control': 'no-cache', ETag: `"${tag}"` },
    }
  }
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/**
 * Routes for load balancers and operators, about one worker. Other spellings of their paths lead nowhere, so that a proxy
 * needs to refuse one spelling only.
 */
export function operationRoutes(ctx: AppContext): Router {
  const router = Router({ caseSensitive: true, strict: true })

  // Liveness only: the process runs its event loop; the stores are not checked.
  router.get('/health', (_request, response) => {
    sendJson(response, { status: 200, body: JSON.stringify({ status: 'ok' }) })
  })

  router.get('/ready', async (_request, response) => {
    const readiness = await ctx.isReady()
    sendJson(response, { status: readiness.ready ? 200 : 503, body: JSON.stringify(readiness) })
  })

  if (ctx.config.metricsPort === undefined) {
    router.get('/metrics', (request, response) => answerMetrics(ctx, request, response))
  }

  return router
}
