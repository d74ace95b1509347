import { ApiError } from '../wire/api-error'

/**
 * The queue is unknown: never registered, deleted, expired, or dropped because it outgrew its cap.
 *
 * Source: API document, "Errors"; protocol notes 4.4.
 */
export class BadEventQueueIdError extends ApiError {
  constructor(queueId: string) {
    super(`Bad event queue id: ${queueId}`, {
      code: 'BAD_EVENT_QUEUE_ID',
      fields: { queue_id: queueId },
    })
  }
}

/** A queue answers only to the account that registered it. Source: protocol notes 4.4. */
export class ForeignEventQueueError extends ApiError {
  constructor() {
    super('You are not authorized to get events from this queue', { code: 'BAD_REQUEST' })
  }
}

/** The stores of the event engine do not answer. */
export class EventsUnavailableError extends ApiError {
  constructor() {
    super('Events are unavailable at the moment. Please try again.', {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'Retry-After': '1' },
    })
  }
}
