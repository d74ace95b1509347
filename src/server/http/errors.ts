import { Type } from '@sinclair/typebox'

import { ApiError, fixedError, tooMuch } from '../lib/api-error'
import type { ErrorDoc } from '../lib/api-error'

/*
 * The refusals that any endpoint can give. Errors of the chat are in server/chat/rules/errors.ts. Source:
 * docs/protocol/errors.md#general.
 */

/** Max characters of a bad value that are echoed: enough to recognize it, not a megabyte of it. */
const echoCharacters = 1000

/** A required argument is absent. */
export class MissingArgumentError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'REQUEST_VARIABLE_MISSING',
    description: 'A required argument is missing.',
    fields: { var_name: Type.String() },
    example: "Missing 'content' argument",
  }

  constructor(name: string) {
    super(`Missing '${name}' argument`, {
      code: 'REQUEST_VARIABLE_MISSING',
      fields: { var_name: name },
    })
  }
}

/** The text of an argument cannot be converted to its type. */
export class BadValueError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'REQUEST_VARIABLE_INVALID',
    description: 'The text of an argument cannot be converted.',
    fields: { var_name: Type.String(), bad_value: Type.String() },
    example: "Bad value for 'last_event_id': abc",
  }

  constructor(name: string, raw: string) {
    const shown = shorten(raw)
    super(`Bad value for '${name}': ${shown}`, {
      code: 'REQUEST_VARIABLE_INVALID',
      fields: { var_name: name, bad_value: shown },
    })
  }
}

/** The refusal of two spellings of one argument with different values. */
export class ConfusingArgumentsError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'REQUEST_CONFUSING_VAR',
    description: 'Two spellings of one argument were sent, with different values.',
    fields: { var_name1: Type.String(), var_name2: Type.String() },
    example: "Can't decide between 'topic' and 'subject' arguments",
  }

  constructor(name1: string, name2: string) {
    super(`Can't decide between '${name1}' and '${name2}' arguments`, {
      code: 'REQUEST_CONFUSING_VAR',
      fields: { var_name1: name1, var_name2: name2 },
    })
  }
}

/**
 * An argument is of the wrong type, too long, not valid JSON, and so on: the message says which.
 */
export class InvalidArgumentError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'An argument is not valid JSON, has the wrong type or breaks a limit.',
    example: 'dont_block is not a boolean',
  }

  constructor(message: string) {
    super(message, { code: 'BAD_REQUEST' })
  }
}

/**
 * An argument asks for something that Parley cannot do yet and must not pretend to have done.
 * Source: docs/protocol/level-371.md#unbuilt-arguments.
 */
export class UnbuiltArgumentError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'An argument asks for what the server cannot do yet.',
    example: 'message_retention_days is not supported yet',
  }

  constructor(name: string) {
    super(`${name} is not supported yet`, { code: 'BAD_REQUEST' })
  }
}

/** An argument that holds JSON does not parse. */
export class NotJsonArgumentError extends InvalidArgumentError {
  constructor(name: string) {
    super(`Argument "${name}" is not valid JSON.`)
  }
}

/** A page of another site made a browser send this request with credentials stored for this server. */
export class ForeignPageError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'CSRF_FAILED',
    description: 'A page of another site had a browser send this.',
    fields: { reason: Type.String() },
    example: 'CSRF Error: the request comes from another site',
  }

  constructor() {
    super('CSRF Error: the request comes from another site', {
      status: 403,
      code: 'CSRF_FAILED',
      fields: { reason: 'foreign origin' },
    })
  }
}

/**
 * The refusal of a call without credentials, or with unreadable ones.
 * Source: docs/protocol/errors.md#unauthorized.
 */
export class NotLoggedInError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 401,
    code: 'UNAUTHORIZED',
    description: 'The credentials are missing or cannot be read.',
    example: 'Not logged in: API authentication or user session required',
  }

  constructor(message: string) {
    super(message, { status: 401, code: 'UNAUTHORIZED' })
  }
}

/** The credentials name no account. Source: docs/protocol/authentication.md#invalid-key. */
export class InvalidApiKeyError extends fixedError({
  status: 401,
  code: 'INVALID_API_KEY',
  description: 'The email and the API key do not belong together.',
  example: 'Invalid API key',
}) {}

/** The request cannot be read: broken encoding, multipart that ends early, too many fields. */
export class MalformedRequestError extends ApiError {
  constructor(message: string, status = 400) {
    super(message, { status, code: 'BAD_REQUEST' })
  }
}

/** The refusal of a path without an endpoint. */
export class NotFoundError extends ApiError {
  constructor() {
    super('Not found: there is nothing at this address.', { status: 404, code: 'BAD_REQUEST' })
  }
}

/**
 * The path exists, but not with this method. Source: docs/protocol/errors.md#method-not-allowed.
 */
export class MethodNotAllowedError extends ApiError {
  constructor(allowedMethods: readonly string[]) {
    super('Method Not Allowed', {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      fields: { allowed_methods: allowedMethods },
      headers: { Allow: allowedMethods.join(', ') },
    })
  }
}

/** The body is larger than any request may be. */
export class PayloadTooLargeError extends ApiError {
  constructor(limitBytes: number) {
    super(`The request body is too large (limit: ${limitBytes} bytes).`, {
      status: 413,
      code: 'BAD_REQUEST',
    })
  }
}

/** Compressed bodies are refused: their size is not known before they are unpacked. */
export class UnsupportedEncodingError extends ApiError {
  constructor() {
    super('Request bodies must not be compressed (Content-Encoding).', {
      status: 415,
      code: 'BAD_REQUEST',
    })
  }
}

/** The refusal of a call that exceeds a rate limit. Source: docs/protocol/limits.md#refusal. */
export class RateLimitedError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    description: 'The account made too many calls; `retry-after` says how many seconds to wait.',
    fields: { 'retry-after': Type.Number() },
    example: 'API usage exceeded rate limit',
  }

  constructor(retryAfterMs: number, headers: Record<string, string> = {}) {
    super('API usage exceeded rate limit', tooMuch(retryAfterMs, headers))
  }
}

/** A bug in the server. The client learns no details; the log has them, under the request id. */
export class InternalServerError extends fixedError({
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  description: 'A bug in the server.',
  example: 'Internal server error',
}) {}

/** A disk, or the memory of Redis, is full. Source: docs/protocol/errors.md#full. */
export class NoSpaceLeftError extends fixedError({
  status: 507,
  code: 'INSUFFICIENT_STORAGE',
  description: 'The server has no space left: its operator has to make some.',
  example: 'The server has no space left. Please tell its operator.',
}) {}

function shorten(text: string): string {
  if (text.length <= echoCharacters) return text
  // Cut at a code point, never inside a surrogate pair.
  return (
    Array.from(text.slice(0, echoCharacters + 1))
      .slice(0, -1)
      .join('') + '…'
  )
}
