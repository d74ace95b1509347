import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { AppContext } from '../context'
import { locateRequest, type Whereabouts } from './host'
import { parseRequestTarget, scrubUrl, type RequestTarget } from './request-target'

/** Status under which a request is counted whose client went away before it was answered. */
const CLIENT_GONE_STATUS = 499

type Context = Pick<AppContext, 'config' | 'log' | 'metrics'>

/** One request and its answer, from the first look at it to its line in the log. */
export interface Exchange extends Whereabouts {
  readonly id: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: RequestTarget
  /** Aborts when the client goes away unanswered. */
  readonly signal: AbortSignal
  /** The path of the endpoint as declared; set once it is known. */
  endpoint?: string
  /** What the log should say beside the usual, such as the account. */
  readonly notes: Record<string, unknown>
}

/** Gives a request its id; once it is over, writes the one line about it and counts it. */
export function beginExchange(
  ctx: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const startedAt = performance.now()
  const gone = new AbortController()
  const exchange: Exchange = {
    ...locateRequest(request, ctx.config),
    id: requestId(request, ctx.config.trustProxy),
    request,
    response,
    target: parseRequestTarget(request.url ?? '/'),
    signal: gone.signal,
    notes: {},
  }
  response.setHeader('X-Request-Id', exchange.id)
  // A broken connection is told by `close` as well.
  response.on('error', () => undefined)
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
    finish(ctx, exchange, performance.now() - startedAt)
  })
  return exchange
}

function finish(ctx: Context, exchange: Exchange, ms: number): void {
  const { request, response, endpoint } = exchange
  const method = request.method ?? ''
  const status = response.writableFinished ? response.statusCode : CLIENT_GONE_STATUS
  if (endpoint !== undefined) {
    ctx.metrics.httpRequests.observe({ method, endpoint, status }, ms / 1000)
  }
  ctx.log.info(
    {
      requestId: exchange.id,
      method,
      url: scrubUrl(request.url ?? ''),
      status,
      ms: Math.round(ms * 10) / 10,
      ip: exchange.ip,
      ...exchange.notes,
    },
    'request',
  )
}

/** Our proxy may have named the request already; anybody else's idea of an id is not ours. */
function requestId(request: IncomingMessage, trustProxy: boolean): string {
  const given = request.headers['x-request-id']
  const isUsable = trustProxy && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
  return isUsable ? given : randomUUID()
}
