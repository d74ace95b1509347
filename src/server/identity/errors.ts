import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../lib/api-error'
import type { ErrorDoc } from '../lib/api-error'

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

/** A directory did not let a person in, or could not be asked. Source: docs/protocol/single-sign-on.md#ldap-log-in. */
export class DirectoryRefusedError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'DIRECTORY_REFUSED',
    description: 'The directory of the organization keeps the person out, or does not answer.',
    example: 'Acme does not answer. Please try again later.',
  }

  constructor(message: string) {
    super(message, { status: 403, code: 'DIRECTORY_REFUSED' })
  }
}

/** A person of a directory has no account yet, and something to fill in. */
export class SignUpNeededError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'SIGN_UP_NEEDED',
    description: 'The password is right, and the person has no account yet.',
    fields: { path: Type.String({ description: 'Page on which the person makes the account' }) },
    example: 'You have no account here yet. Log in with a browser to make one.',
  }

  constructor(path: string) {
    const { code = '', example = '' } = SignUpNeededError.doc
    super(example, { status: 403, code, fields: { path } })
  }
}
