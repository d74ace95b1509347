import { fixedError } from '../lib/api-error'

/**
 * A login by a provider that ends with a page. The message is a sentence for the person; the reason is for the
 * administrators who look at the last refusals of a provider.
 */
export class LoginFailedError extends Error {
  override name = 'LoginFailedError'
  readonly reason: string

  constructor(
    message: string,
    {
      reason = message,
      status = 403,
      cause,
    }: { reason?: string; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.status = status
  }

  /** HTTP status of the page. */
  readonly status: number
}

/** The server has no key with which secrets are encrypted. */
export class NoSecretsKeyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Several workers need a common key to encrypt secrets with.',
  example: 'Secrets cannot be stored: the operator of this server has to set SECRETS_KEY.',
}) {}

/** The organization has no provider of that name. */
export class NoSuchProviderError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization has no such identity provider.',
  example: 'Invalid identity provider',
}) {}

/** The organization has no token of that id. */
export class NoSuchScimTokenError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization has no such token.',
  example: 'There is no such token.',
}) {}
