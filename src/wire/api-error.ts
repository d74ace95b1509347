import type { TSchema } from '@sinclair/typebox'

/** A refusal as the OpenAPI document shows it. */
export interface ErrorDoc {
  /** 400 unless given. */
  status?: number
  /** Code of the error body; absent for the refusals of the protocol that have none. */
  code?: string
  /** A sentence that says when the error happens. */
  description: string
  /** Keys of the error body beside `result`, `msg` and `code`. */
  fields?: Record<string, TSchema>
  /** A `msg` as a client would see it. */
  example?: string
}

/**
 * An entry in the `errors` of an endpoint: an {@link ApiError} class that carries its own
 * description (`static readonly doc = { … }`), or the description alone.
 */
export type DocumentedError = { readonly doc: ErrorDoc; readonly prototype: ApiError } | ErrorDoc

/** The parts of an {@link ApiError} beside its message. */
export interface ApiErrorOptions {
  /** HTTP status; 400 unless given. */
  status?: number
  /** Machine-readable code; some refusals of the protocol have none. */
  code?: string
  /** Keys that the error body has beside the usual ones, spelled as on the wire. */
  fields?: Record<string, unknown>
  /** Response headers that belong to the refusal, such as `Retry-After`. */
  headers?: Record<string, string>
}

/**
 * A refusal that the caller can act on. It becomes the error body
 * `{"result":"error","msg":…,"code":…, …fields}`; anything else that is thrown
 * is a bug and becomes a plain 500.
 *
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
 * The class of a refusal that says the same each time: what its documentation shows.
 *
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
 * What the refusal of somebody who asks for too much has beside its message.
 * Source: docs/protocol/limits.md#refusal.
 *
 * @param retryAfterMs when the same may succeed
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

/** The server cannot do this now, but will again. */
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
