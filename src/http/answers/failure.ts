import type { Logger } from 'pino'

import { EventsUnavailableError } from '../../events/errors'
import { isStoreAway, RedisAwayError } from '../../runtime/store-away'
import { ApiError } from '../../wire/api-error'
import { ClientGoneError } from '../arguments/body'
import { InternalServerError, ServiceUnavailableError } from '../errors'
import type { Exchange } from '../pipeline/exchange'

/**
 * The refusal that the client is told of a failure. Only refusals are told as they are; the rest is
 * for the log, whole, under the request id.
 *
 * @returns undefined when there is nobody left to tell
 */
export function explainFailure(
  log: Logger,
  exchange: Exchange,
  error: unknown,
): ApiError | undefined {
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
