/** No answer came, or none that the server itself gave: the network, a proxy, a worker that ended. */
export class UnreachableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer.', options)
  }
}

/** The server's refusal; `message` is written for people. Source: docs/protocol/errors.md#form. */
export class RefusedError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** The whole body: some codes bring more. */
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }

  /** @param body what the response said, whatever it is; a proxy's own errors have no form */
  static of(status: number, body: unknown): Error {
    if (typeof body !== 'object' || body === null) return new UnreachableError()
    const { code, msg } = body as Record<string, unknown>
    if (typeof msg !== 'string') return new UnreachableError()
    const known = typeof code === 'string' ? code : ''
    return new RefusedError(status, known, msg, body as Record<string, unknown>)
  }

  /** Seconds after which the same call may be made again, where the server says so. */
  get retryAfter(): number | undefined {
    const seconds = this.body['retry-after']
    return typeof seconds === 'number' ? seconds : undefined
  }

  get isLoggedOut(): boolean {
    return this.status === 401
  }
}

/** Why something could not be done, for people. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
