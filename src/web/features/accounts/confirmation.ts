import type { AnswerOf } from '../../../shared/calls'

/**
 * Data of a confirmation key.
 * Source: docs/protocol/authentication.md#account-page-confirmation.
 */
export type Confirmation = AnswerOf<'POST /accounts/confirmation'>
