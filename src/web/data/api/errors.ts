import * as t from '../../texts/catalog'

/** The server gave no answer, or something in between answered: network down, proxy error, worker ended. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super(t.connection.noAnswer, options)
  }
}

/** The server's refusal; `message` is written for people. Source: docs/protocol/errors.md#form. */
export class RefusedError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** The whole body; some codes have extra fields. */
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }

  /** @param body parsed body of the response; a body without the API's error form gives UnreachableError */
  static of(status: number, body: unknown): Error {
    if (typeof body !== 'object' || body === null) return new UnreachableError()
    const { code, msg } = body as Record<string, unknown>
    if (typeof msg !== 'string') return new UnreachableError()
    const known = typeof code === 'string' ? code : ''
    return new RefusedError(status, known, inOwnWords(msg), body as Record<string, unknown>)
  }

  /** Seconds until the call may be repeated, if the server names a time. */
  get retryAfter(): number | undefined {
    const seconds = this.body['retry-after']
    return typeof seconds === 'number' ? seconds : undefined
  }

  get isLoggedOut(): boolean {
    return this.status === 401
  }
}

/** A message of the protocol with the words of the app. Quoted names stay. */
function inOwnWords(message: string): string {
  return message
    .replace(/^Invalid narrow operator/, t.connection.refusedSearch)
    .replace(/'[^']*'|"[^"]*"|\b([Cc])hannel/g, (found, c?: string) =>
      c ? (c === 'c' ? 'stream' : 'Stream') : found,
    )
}
