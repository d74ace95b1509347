import { ApiError } from '../../wire/api-error'
import type { ErrorDoc } from '../../wire/api-error'

export class NoSuchSnippetError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 404,
    code: 'BAD_REQUEST',
    description: 'The requester keeps no such snippet.',
    example: 'Saved snippet does not exist.',
  }

  constructor() {
    super('Saved snippet does not exist.', { status: 404, code: 'BAD_REQUEST' })
  }
}
