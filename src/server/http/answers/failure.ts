import type { Logger } from 'pino'

import { EventsUnavailableError } from '../../events/errors'
import { isStoreAway, isStoreFull, RedisAwayError } from '../../lib/store-away'
import { ApiError, ServiceUnavailableError } from '../../lib/api-error'
import { ClientGoneError } from '../arguments/body'
import { InternalServerError, NoSpaceLeftError } from '../errors'
import type { Exchange } from '../pipeline/exchange'

/**
 * Turns a failure into the refusal for the client. Only refusals are passed on unchanged; any other error is
 * logged whole, with the request id, and answered with a plain 500.
 *
 * The log names a refusal by its code and class, because its text may repeat input of the client.
 *
 * @returns undefined when the client is gone
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
  if (error instanceof ClientGoneError || isAbortOf(exchange, error)) return undefined
  const facts = { requestId: exchange.id, endpoint: exchange.endpoint, err: error }
  if (isStoreFull(error)) {
    log.error(facts, 'a store is full')
    return new NoSpaceLeftError()
  }
  // The Redis connection has logged the failure already.
  if (error instanceof RedisAwayError) return new EventsUnavailableError()

  if (isStoreAway(error)) {
    log.warn(facts, 'a store is away')
    return new ServiceUnavailableError()
  }
  log.error(facts, 'bug')
  return new InternalServerError()
}

/** Whether the error is an abort caused by the client's hang-up. */
function isAbortOf(exchange: Exchange, error: unknown): boolean {
  return exchange.signal.aborted && error instanceof Error && error.name === 'AbortError'
}
