import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppContext } from '../../context'
import { errorAnswer, sendJson } from '../answers/envelope'
import { NotFoundError, NotLoggedInError } from '../errors'
import { createHttpServer } from '../pipeline/listen'
import type { HttpServer, Listener } from '../pipeline/listen'

type Context = Pick<AppContext, 'config' | 'db' | 'metrics'>

const metricsPath = '/metrics'

/** Sends the metrics of this worker, if the request has the token that `METRICS_TOKEN` asks for. */
export async function answerMetrics(
  ctx: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!hasToken(request, ctx.config.metricsToken)) {
    const refusal = new NotLoggedInError('The metrics need the token of METRICS_TOKEN.')
    sendJson(response, errorAnswer(refusal, 'Bearer realm="metrics"'))
    return
  }
  const { registry, dbPool } = ctx.metrics
  for (const [state, connections] of Object.entries(ctx.db.pool())) {
    dbPool.set({ state }, connections)
  }
  const text = await registry.metrics()
  response.setHeader('Content-Type', registry.contentType)
  response.end(text)
}

/** The server at `METRICS_PORT`, which has the metrics and nothing else. */
export function createMetricsServer(ctx: Context): HttpServer {
  const listener: Listener = (request, response) => {
    request.resume()
    if (request.method === 'GET' && request.url === metricsPath) {
      answerMetrics(ctx, request, response).catch(() => response.destroy())
    } else sendJson(response, errorAnswer(new NotFoundError()))
  }
  return createHttpServer(listener)
}

/** Compares digests, since texts of any length come from strangers. */
function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
