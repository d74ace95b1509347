import { Type } from '@sinclair/typebox'
import { ApiError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'

/** A term of a narrow that means nothing. Source: client notes 8.2, 10. */
export class BadNarrowError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_NARROW',
    description: 'The narrow has an unknown operator, or an operand that names nothing.',
    fields: { desc: Type.String() },
    example: 'Invalid narrow operator: unknown operator colour',
  }

  constructor(desc: string) {
    super(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', fields: { desc } })
  }
}
