import { Router, type Response } from 'express'

import { apiPage } from './api-page'
import type { Endpoint } from '../declare/endpoint'
import { sendJson } from '../answers/envelope'
import type { Exchange } from '../pipeline/exchange'
import { openApiDocument } from '../openapi/document'
import type { OpenApiDocument } from '../openapi/types'
import { pageHeaders } from './page'
import { welcomePage } from './welcome-page'

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
