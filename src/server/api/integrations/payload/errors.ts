import { Type } from '@sinclair/typebox'

import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'

/**
 * The body is not JSON. The endpoint also notifies the owner of the bot, because the
 * sender is a program that ignores the answer.
 *
 * Source: docs/protocol/webhooks.md#malformed-json.
 */
export class MalformedJsonError extends fixedError({
  code: 'INVALID_JSON',
  description: 'The body is not JSON. The owner of the bot is told.',
  example: 'Malformed JSON',
}) {}

/** The body is JSON, but not in the integration's schema; the message names the fault. */
export class InvalidPayloadError extends ApiError {
  constructor(fault: string) {
    super(fault, { code: 'BAD_REQUEST' })
  }
}

/** A form body without the field `payload`, which should hold the JSON. */
export class MissingPayloadFieldError extends ApiError {
  constructor() {
    super("Missing 'payload' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      fields: { var_name: 'payload' },
    })
  }
}

/** The header with the event type is missing. */
export class MissingEventHeaderError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'MISSING_HTTP_EVENT_HEADER',
    description: 'The header in which the sender names its event is absent.',
    fields: { header: Type.String() },
    example: "Missing the HTTP event header 'X_GITHUB_EVENT'",
  }

  /** @param header as Node spells it, such as `x-github-event` */
  constructor(header: string) {
    const wireName = header.toUpperCase().replaceAll('-', '_')
    super(`Missing the HTTP event header '${wireName}'`, {
      code: 'MISSING_HTTP_EVENT_HEADER',
      fields: { header: wireName },
    })
  }
}

/** An event type that the integration does not support. */
export class UnsupportedEventError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
    description: 'The integration has no message for this kind of event.',
    fields: { webhook_name: Type.String(), event_type: Type.String() },
    example: "The 'fork' event isn't currently supported by the GitHub webhook",
  }

  /**
   * @param webhookName display name of the integration, such as `GitHub`
   * @param eventType as the sender names it; with an action after a slash, if any
   */
  constructor(webhookName: string, eventType: string) {
    super(`The '${eventType}' event isn't currently supported by the ${webhookName} webhook`, {
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      fields: { webhook_name: webhookName, event_type: eventType },
    })
  }
}
