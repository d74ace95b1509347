import { ApiError, tooMuch } from '../../lib/api-error'

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
