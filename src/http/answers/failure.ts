import type { Logger } from 'pino'

import { EventsUnavailableError } from '../../events/errors'
import { isStoreAway, RedisAwayError } from '../../runtime/store-away'
import { ApiError, ServiceUnavailableError } from '../../wire/api-error'
import { ClientGoneError } from '../arguments/body'
import { InternalServerError } from '../errors'
import type { Exchange } from '../pipeline/exchange'

/**
 * The refusal that the client is told of a failure. Only refusals are told as they are; the rest is
 * for the log, whole, under the request id.
 *
 * The line of the request names the refusal: by its code and its class, for the text may repeat what
 * the client sent.
 *
 * @returns undefined when there is nobody left to tell
 */
export function explainFailure(
  log: Logger,
  exchange: Exchange,
  error: unknown,
): ApiError | undefined {
  const refusal = refusalFor(log, exchange, error)
  if (refusal) Object.assign(exchange.notes, { code: refusal.code, refusal: refusal.name })
  return refusal
}

function refusalFor(log: Logger, exchange: Exchange, error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  // Its connection has logged that.
  if (error instanceof RedisAwayError) return new EventsUnavailableError()
  if (error instanceof ClientGoneError || isAbortOf(exchange, error)) return undefined

  const facts = { requestId: exchange.id, endpoint: exchange.endpoint, err: error }
  if (isStoreAway(error)) {
    log.warn(facts, 'a store is away')
    return new ServiceUnavailableError()
  }
  log.error(facts, 'bug')
  return new InternalServerError()
}

/** Whether work was given up because the client went away. */
function isAbortOf(exchange: Exchange, error: unknown): boolean {
  return exchange.signal.aborted && error instanceof Error && error.name === 'AbortError'
}
