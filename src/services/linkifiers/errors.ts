import type { ErrorDoc } from '../../wire/api-error'
import { BadRequestError } from '../errors'

export class LinkifierNotFoundError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no such linkifier in the organisation.',
    example: 'Linkifier not found.',
  }

  constructor() {
    super('Linkifier not found.')
  }
}
