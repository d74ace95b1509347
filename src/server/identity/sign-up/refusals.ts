import { Type } from '@sinclair/typebox'
import { ApiError, fixedError } from '../../lib/api-error'
import type { ErrorDoc } from '../../lib/api-error'

/** Source: docs/protocol/sign-up.md#signup-start. */
export class InvitationRequiredError extends fixedError({
  code: 'INVITATION_REQUIRED',
  description: 'People join this organization by invitation only.',
  example: 'You need an invitation to join this organization.',
}) {}

/** Source: docs/protocol/sign-up.md#open-without-mail. */
export class NoMailError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'This server sends no mail, with which addresses could be confirmed.',
  example: 'This server cannot confirm email addresses. Ask somebody for an invitation.',
}) {}

/** Refusal of the form field that `var_name` names. Source: docs/protocol/sign-up.md#refused-fields. */
export class RefusedFieldError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'The value of one argument is refused.',
    fields: { var_name: Type.String({ description: 'Name of the argument' }) },
    example: 'Name too short!',
  }

  constructor(name: string, message: string, code = 'BAD_REQUEST') {
    super(message, { code, fields: { var_name: name } })
  }
}

/** Runs a check of one field and turns its 400 refusals into RefusedFieldError. */
export async function forField<T>(name: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    throw new RefusedFieldError(name, error.message, error.code)
  }
}
