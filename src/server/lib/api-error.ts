import type { TSchema } from '@sinclair/typebox'

/** A refusal in the OpenAPI document. */
export interface ErrorDoc {
  /** Default: 400. */
  status?: number
  /** Code of the error body; absent for the refusals of the protocol that have none. */
  code?: string
  /** A sentence that states when the error occurs. */
  description: string
  /** Keys of the error body beside `result`, `msg` and `code`. */
  fields?: Record<string, TSchema>
  /** Example of a `msg`. */
  example?: string
}

/**
 * An entry in the `errors` of an endpoint: an {@link ApiError} class that carries its own
 * description (`static readonly doc = { … }`), or the description alone.
 */
export type DocumentedError = { readonly doc: ErrorDoc; readonly prototype: ApiError } | ErrorDoc

/** The parts of an {@link ApiError} other than its message. */
export interface ApiErrorOptions {
  /** HTTP status; default: 400. */
  status?: number
  /** Machine-readable code; some refusals of the protocol have none. */
  code?: string
  /** Additional keys of the error body, spelled as on the wire. */
  fields?: Record<string, unknown>
  /** Additional response headers, such as `Retry-After`. */
  headers?: Record<string, string>
}

/**
 * A refusal that the caller can act on. It becomes the error body
 * `{"result":"error","msg":…,"code":…, …fields}`; any other thrown error is a bug and becomes a
 * plain 500.
 * Source: docs/protocol/errors.md#form.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(message: string, options: ApiErrorOptions = {}) {
    super(message)
    this.name = new.target.name
    this.status = options.status ?? 400
    this.code = options.code
    this.fields = options.fields ?? {}
    this.headers = options.headers ?? {}
  }
}

/**
 * The class of a refusal with a fixed message, the example of its documentation.
 *     export class InvalidMessageError extends fixedError({ … }) {}
 */
export function fixedError(doc: Omit<ErrorDoc, 'fields'> & { example: string }) {
  return class extends ApiError {
    static readonly doc: ErrorDoc = doc

    constructor() {
      super(doc.example, doc)
    }
  }
}

/**
 * Options of the refusal of a rate-limited caller.
 * Source: docs/protocol/limits.md#refusal.
 * @param retryAfterMs time until a retry may succeed
 */
export function tooMuch(
  retryAfterMs: number,
  headers: Record<string, string> = {},
): ApiErrorOptions {
  return {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    fields: { 'retry-after': retryAfterMs / 1000 },
    headers: { ...headers, 'Retry-After': wholeSeconds(retryAfterMs) },
  }
}

/** The server is temporarily unable to serve the request. */
export class ServiceUnavailableError extends ApiError {
  static readonly doc = {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    description: 'The server cannot serve the request now. Nothing was done; try again.',
    example: 'The server is not available at the moment. Please try again.',
  }

  constructor(retryAfterMs = 1000, headers: Record<string, string> = {}) {
    super(ServiceUnavailableError.doc.example, {
      ...{ status: 503, code: 'SERVICE_UNAVAILABLE' },
      headers: { ...headers, 'Retry-After': wholeSeconds(retryAfterMs) },
    })
  }
}

function wholeSeconds(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
