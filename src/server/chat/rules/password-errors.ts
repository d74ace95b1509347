import { fixedError, ApiError, tooMuch } from '../../lib/api-error'

/** Approximate time until waiting passwords have been processed. */
const passwordRetryMs = 2_000

/**
 * Too many passwords are waiting to be checked.
 * Source: docs/protocol/limits.md#passwords-at-once.
 */
export class TooManyPasswordsError extends ApiError {
  constructor() {
    super(
      'Too many people are logging in at the moment. Please try again.',
      tooMuch(passwordRetryMs),
    )
  }
}

/** The refusal of a code by mail. Does not tell whether there is an account. */
export class InvalidCodeError extends fixedError({
  code: 'INVALID_CODE',
  description: 'The code is wrong, older than ten minutes, used, or of another browser.',
  example: 'This code is wrong, has expired, or was used already.',
}) {}
