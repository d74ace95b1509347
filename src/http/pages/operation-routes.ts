import { Router } from 'express'

import type { AppContext } from '../../context'
import { sendJson } from '../answers/envelope'

/** What load balancers and operators ask of one worker. */
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
