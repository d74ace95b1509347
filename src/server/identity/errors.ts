import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../lib/api-error'
import type { ErrorDoc } from '../lib/api-error'
import type { ShownSecret } from './second-factors/totp'

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

/** The operator has named no proxies that log people in. */
export class NoLoginProxiesError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only the operator decides which proxies are believed.',
  example: 'No proxy is believed here: the operator of this server has to set LOGIN_PROXIES.',
}) {}

/** The operator has set the provider up, so owners cannot change it. */
export class OperatorProviderError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The operator of the server has set the provider up.',
  example: 'The operator of this server manages this provider. It cannot be changed here.',
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

/** The call came by an API key, not by a browser that has logged in. */
export class SessionRequiredError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The call was authenticated by an API key.',
  example: 'Log in with a browser to change how you log in.',
}) {}

/** Source: docs/protocol/second-factors.md#codes. */
export class WrongCodeError extends fixedError({
  status: 403,
  code: 'WRONG_CODE',
  description: 'The code is wrong, too old, or was used before.',
  example: 'This code is wrong, or was used before.',
}) {}

/** The ticket of a second step, or a challenge, that no longer works. */
export class LoginEndedError extends fixedError({
  code: 'LOGIN_ENDED',
  description: 'The ticket is unknown, was used, has expired, or has had too many wrong codes.',
  example: 'This has ended or took too long. Please begin again.',
}) {}

/** The account has no second factor to change. */
export class NoSecondFactorError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The account has no second factor.',
  example: 'There is no second factor.',
}) {}

/** Administrators remove the second factors of others, not their own. */
export class OwnSecondFactorError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The account is that of the requester.',
  example: 'Switch your own second factor off with a code.',
}) {}

const ticketSchema = Type.String({ description: 'For the second step' })

/** The first factor was right, and the account has a second one. Source: docs/protocol/second-factors.md#log-in. */
export class SecondFactorRequiredError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'TWO_FACTOR_REQUIRED',
    description: 'The password is right, and the account has a second factor.',
    fields: { ticket: ticketSchema },
    example: 'A code of your authenticator app is needed.',
  }

  constructor(ticket: string) {
    super('A code of your authenticator app is needed.', {
      ...{ status: 403, code: 'TWO_FACTOR_REQUIRED', fields: { ticket } },
    })
  }
}

/** The first factor was right, and the person must set up a second one. Source: docs/protocol/second-factors.md#grace. */
export class SetupRequiredError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'TWO_FACTOR_SETUP_REQUIRED',
    description: 'The password is right, and the organization demands a second factor.',
    fields: {
      ticket: ticketSchema,
      secret: Type.String({ description: 'For an authenticator app, base32' }),
      uri: Type.String({ description: 'The same as an `otpauth:` address' }),
      qr_code: Type.Array(Type.String(), {
        description: 'The address as a QR code: rows of `1` (dark) and `0`',
      }),
    },
    example: 'Your organization demands a second factor. Please set it up.',
  }

  constructor(ticket: string, secret: ShownSecret) {
    super('Your organization demands a second factor. Please set it up.', {
      ...{ status: 403, code: 'TWO_FACTOR_SETUP_REQUIRED', fields: { ticket, ...secret } },
    })
  }
}

/** A passkey that does not log in. Source: docs/protocol/second-factors.md#passkey-refusals. */
export class PasskeyRefusedError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'PASSKEY_REFUSED',
    description: 'The passkey is unknown here, its signature is wrong, or its counter went back.',
    example: 'This passkey is unknown here.',
  }

  constructor(message: string) {
    super(message, { status: 403, code: 'PASSKEY_REFUSED' })
  }
}

/** The account has no passkey of that id. */
export class NoSuchPasskeyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has no such passkey.',
  example: 'Invalid passkey',
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
