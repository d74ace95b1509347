import { Type } from '@sinclair/typebox'
import { ApiError, tooMuch } from '../lib/api-error'
import type { ErrorDoc } from '../lib/api-error'

/** Approximate time until the server has answered some of many polls. */
const fullRetrySeconds = 5

/**
 * The queue is unknown: never registered, deleted, expired, or dropped because it outgrew its cap.
 *
 * Source: docs/protocol/event-queues.md#unknown-queue.
 */
export class BadEventQueueIdError extends ApiError {
  constructor(queueId: string) {
    super(`Bad event queue id: ${queueId}`, {
      code: 'BAD_EVENT_QUEUE_ID',
      fields: { queue_id: queueId },
    })
  }
}

/**
 * A queue answers only to the account that registered it.
 * Source: docs/protocol/event-queues.md#foreign-queue.
 */
export class ForeignEventQueueError extends ApiError {
  constructor() {
    super('You are not authorized to get events from this queue', { code: 'BAD_REQUEST' })
  }
}

/** The response to clients while Redis, which stores their queues, is down. */
export class EventsUnavailableError extends ApiError {
  constructor() {
    super('Events are unavailable at the moment. Please try again.', {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'Retry-After': '1' },
    })
  }
}

/**
 * The account has the max number of parked polls.
 * Source: docs/protocol/event-queues.md#too-many-polls.
 */
export class TooManyPollsError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    description: 'Too many polls and streams of the account are waiting at other queues.',
    fields: { 'retry-after': Type.Number() },
    example: 'Too many event queues are being polled at the same time.',
  }

  constructor() {
    super(
      'Too many event queues are being polled at the same time.',
      tooMuch(fullRetrySeconds * 1000),
    )
  }
}

/**
 * The worker has the max number of parked polls.
 * Source: docs/protocol/event-queues.md#worker-full.
 */
export class WorkerFullError extends ApiError {
  constructor() {
    super('The server is too busy at the moment. Please try again.', {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      fields: { 'retry-after': fullRetrySeconds },
      headers: { 'Retry-After': String(fullRetrySeconds) },
    })
  }
}
